import { expect, test } from "vitest";

import type { Piece } from "../types";
import { fill } from "./fill";
import { nearest, within } from "./layout";
import { links } from "./links";

const stand = (id: number, x: number, y: number, group: number, owner = 0) =>
  fill<Piece>("Piece", { id, owner, name: "", symbol: "", letters: "", x, y, group });

test("a formation is held together by one line fewer than it has stands, the shortest ones", () => {
  const found = links([stand(1, 0, 0, 7), stand(2, 9, 0, 7), stand(3, 4, 0, 7), stand(4, 5, 5, -1)]);
  expect(found.map((link) => link.key).sort()).toEqual(["1-3", "3-2"]);
});

test("formations of two sides that share a number are not joined", () => {
  expect(links([stand(1, 0, 0, 7), stand(2, 1, 0, 7, 1)])).toEqual([]);
});

test("a click means the nearest marked point within grasp, else its own place", () => {
  expect(nearest(["3,4", "10,10"], 3.5, 4.2, 1.5)).toBe("3,4");
  expect(nearest(["3,4", "10,10"], 6, 6, 1.5)).toBe("6,6");
});

test("a point is found inside a polygon with a notch, and outside in the notch", () => {
  const notched: [number, number][] = [[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]];
  expect([within(notched, 1, 1), within(notched, 2, 3), within(notched, 3.8, 3)]).toEqual([true, false, true]);
});
