import { expect, test } from "vitest";

import { dark, signOf } from "./symbols";

test("every miniature class of the starter rules has a drawing of its own, in both kinds", () => {
  const classes = ["INF", "TEC", "TRK", "SWK", "GUN", "APC", "TNK", "HWK", "SPA", "LAU", "HOV", "ENG"];
  for (const kind of ["silhouette", "military"] as const) {
    const drawn = classes.map((name) => JSON.stringify(signOf(name)?.[kind]));
    expect(new Set(drawn).size).toBe(classes.length);
    expect(drawn).not.toContain(undefined);
  }
});

test("a class without a drawing is left to its letters", () => {
  expect(signOf("zeppelin")).toBeNull();
});

test("ink is light on dark colours only", () => {
  expect([dark("#111"), dark("#2c62c8"), dark("#f4f1e8"), dark("white")]).toEqual([true, true, false, false]);
});
