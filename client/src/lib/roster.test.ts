import { expect, test } from "vitest";

import { added, fileName, written, type Roster } from "./roster";

const empty: Roster = { name: 'The "First"', book: "kessar", parts: [{ name: "Mob", stands: [] }] };

test("an army is written as its file", () => {
  const army = added(added(added(empty, 0, "Thrall Pack", 1), 0, "Hulk", 1), 0, "Thrall Pack", 2);
  expect(written(army)).toBe(
    'name = "The \\"First\\""\narmy_list = "kessar"\n\n[[formation]]\nname = "Mob"\nstands = ["3 Thrall Pack", "1 Hulk"]\n',
  );
  expect(written({ ...empty, parts: [] })).toContain("formation = []");
});

test("a stand that none is left of is gone", () => {
  expect(added(added(empty, 0, "Hulk", 1), 0, "Hulk", -1).parts[0]!.stands).toEqual([]);
});

test("a file is named after its army", () => {
  expect(fileName("Kessar: War Band!")).toBe("kessar-war-band.toml");
  expect(fileName("…")).toBe("army.toml");
});
