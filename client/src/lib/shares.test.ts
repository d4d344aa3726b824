import { expect, test } from "vitest";

import type { Act } from "../types";
import { fill } from "./fill";
import { dealt, spelled } from "./shares";

const attack = () =>
  fill<Act>("Act", {
    text: "attack A1 B2 suppress a1", stem: "attack A1 B2", verb: "attack", label: "Attack",
    shares: [
      { word: "suppress", label: "Suppressed", total: 1, portions: [{ piece: 0, key: "a", now: 1 }, { piece: 1, key: "b", most: 2 }] },
      { word: "indirect", label: "Indirect", portions: [{ piece: 0, key: "a" }, { piece: 1, key: "b" }] },
    ],
  });

test("shares are spelled as the notation has them", () => {
  const act = dealt(dealt(attack(), "indirect", 1), "indirect", 0);
  expect(act.text).toBe("attack A1 B2 suppress a1 indirect ab");
  expect(spelled("rally A1", [])).toBe("rally A1");
});

test("a tap on another piece moves the marker there", () => {
  expect(dealt(attack(), "suppress", 1).text).toBe("attack A1 B2 suppress b1");
});

test("a tap on a piece that has the most takes it all back", () => {
  expect(dealt(attack(), "suppress", 0).text).toBe("attack A1 B2");
});
