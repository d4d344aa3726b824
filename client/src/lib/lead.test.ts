import { expect, test } from "vitest";

import { allowed, bonds, long, snapped, turned, untouched } from "./lead";

test("a path is as long as its legs together", () => {
  expect(long({ x: 0, y: 0 }, [{ x: 3, y: 4 }, { x: 3, y: 10 }])).toBe(11);
});

test("a formation goes as far as the one that may go least, and keeps its shape", () => {
  const led = [
    { corner: { x: 0, y: 0 }, base: { x: 0, y: 0 }, most: 20 },
    { corner: { x: 5, y: 0 }, base: { x: 5, y: 0 }, most: 10 },
  ];
  expect(allowed(led, 40, 0)).toBeCloseTo(0.25, 4);
  expect(allowed(led, 0, 8)).toBe(1);
});

test("a stand let go near another touches it, from the side that it came from", () => {
  const shift = snapped({ id: 1, x: 0, y: 0, r: 1 }, [{ id: 2, x: 3, y: 0, r: 1 }, { id: 3, x: 0, y: 4, r: 1 }], 0.05, 1.5);
  expect(shift.x).toBeCloseTo(0.95);
  expect(shift.y).toBeCloseTo(0);
  expect(snapped({ id: 1, x: 0, y: 0, r: 1 }, [{ id: 2, x: 9, y: 0, r: 1 }], 0.05, 1.5)).toEqual({ x: 0, y: 0 });
});

test("links hold up to the longer reach of their ends", () => {
  const base = (id: number, x: number, link: number) => ({ id, x, y: 0, r: 1, link });
  const found = bonds([base(1, 0, 5), base(2, 7, 5), base(3, 19, 10)]);
  expect(found.map((bond) => [bond.gap, bond.holds])).toEqual([[5, true], [10, true]]);
  expect(bonds([base(1, 0, 5), base(2, 7.1, 5)])[0]!.holds).toBe(false);
});

test("turning leaves the middle where it is", () => {
  const places = turned(new Map([[1, { x: 0, y: 0 }], [2, { x: 4, y: 0 }]]), 90);
  expect(places.get(1)).toEqual({ x: 2, y: -2 });
  expect(places.get(2)).toEqual({ x: 2, y: 2 });
});

test("a formation stops where its first stand comes into contact", () => {
  const led = [{ id: 1, x: 0, y: 0, r: 1 }, { id: 2, x: 3, y: 0, r: 1 }];
  const enemy = { id: 3, x: 10, y: 0, r: 1 };
  expect(untouched(led, [enemy], 20, 0, 0.05) * 20).toBeCloseTo(4.95);
  expect(untouched(led, [enemy], 0, 20, 0.05)).toBe(1);
  expect(untouched(led, [{ ...enemy, x: 5 }], -20, 0, 0.05)).toBe(1);
});
