import { expect, test } from "vitest";

import { outlines, rounded } from "./ground";

const on = (rows: string[]) => (x: number, y: number) => rows[y]?.[x] === "#";

test("one square has one outline of four corners, clockwise", () => {
  expect(outlines(3, 3, on(["...", ".#.", "..."]))).toEqual([[[1, 1], [2, 1], [2, 2], [1, 2]]]);
});

test("a ring has an outer and an inner outline", () => {
  const loops = outlines(3, 3, on(["###", "#.#", "###"]));
  expect(loops.map((loop) => loop.length).sort()).toEqual([4, 4]);
});

test("squares that touch at a corner stay apart", () => {
  expect(outlines(2, 2, on(["#.", ".#"]))).toHaveLength(2);
});

test("the outlines enclose as many squares as there are", () => {
  const rows = ["##..#", ".##.#", "..###", "#...."];
  const area = outlines(5, 4, on(rows)).reduce((sum, loop) => sum + shoelace(loop), 0);
  expect(area).toBe(rows.join("").replaceAll(".", "").length);
});

test("a path is closed and bends at each corner", () => {
  const path = rounded([[[0, 0], [1, 0], [1, 1], [0, 1]]], 10);
  expect(path.match(/Q/g)).toHaveLength(4);
  expect(path.endsWith("Z")).toBe(true);
});

function shoelace(loop: [number, number][]): number {
  return loop.reduce((sum, [x, y], i) => {
    const [nx, ny] = loop[(i + 1) % loop.length] as [number, number];
    return sum + (x * ny - nx * y) / 2;
  }, 0);
}
