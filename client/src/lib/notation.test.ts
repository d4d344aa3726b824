import { expect, test } from "vitest";

import type { Act } from "../types";
import { fill } from "./fill";
import { grouped, matching, spelt, worded } from "./notation";

const act = (text: string, label: string, more: Partial<Act> = {}) => fill<Act>("Act", { text, verb: "x", label, ...more });
const ACTS = [
  act("MOVE #3 c4 nw", "Move to c4"),
  act("BUY_FUEL {n}", "Buy Fuel", { least: 1, most: 40, group: "Purchases" }),
  act("HIRE {n}", "Hire Personnel", { least: 1, most: 12, group: "Purchases" }),
  act("END", "End the movement", { ends: true }),
];

test("words find acts by label, notation and heading, in any order", () => {
  expect(matching(ACTS, "fuel buy").map((one) => one.text)).toEqual(["BUY_FUEL {n}"]);
  expect(matching(ACTS, "purch").map((one) => one.text)).toEqual(["BUY_FUEL {n}", "HIRE {n}"]);
  expect(matching(ACTS, "c4 nw")).toHaveLength(1);
  expect(matching(ACTS, "artillery")).toEqual([]);
});

test("an act spelt in full is known, with its amount", () => {
  expect(spelt(ACTS, "buy_fuel  12")).toEqual({ act: ACTS[1], amount: 12 });
  expect(spelt(ACTS, "end")?.act.text).toBe("END");
});

test("amounts out of bounds and half words are not acts", () => {
  for (const typed of ["BUY_FUEL 41", "BUY_FUEL 0", "BUY_FUEL", "BUY_FUEL 1e1", "EN"]) expect(spelt(ACTS, typed)).toBeNull();
});

test("the amount takes the place of {n}", () => {
  expect(worded(ACTS[2] as Act, 7)).toBe("HIRE 7");
  expect(worded(ACTS[0] as Act, 7)).toBe("MOVE #3 c4 nw");
});

test("headings keep the order in which they come", () => {
  expect(grouped(ACTS).map((group) => [group.name, group.acts.length])).toEqual([["Actions", 2], ["Purchases", 2]]);
});
