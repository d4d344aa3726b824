import { expect, test } from "vitest";

import { percent } from "./odds";

test("what can happen is never told as impossible, nor what can fail as certain", () => {
  expect([0, 0.0004, 0.034, 0.5, 0.9996, 1].map(percent)).toEqual(["0 %", "< 0.1 %", "3.4 %", "50 %", "> 99.9 %", "100 %"]);
});
