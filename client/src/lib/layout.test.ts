import { expect, test } from "vitest";

import { table } from "../fixtures/table";
import type { Act, Piece } from "../types";
import { fill } from "./fill";
import { byCell, cellKey, cellName, columnName, kept, nextOf, placeless } from "./layout";

const act = (more: Partial<Act>) => fill<Act>("Act", { text: "X", verb: "x", label: "X", ...more });

test("squares are named by column letters and row number", () => {
  expect(cellName(2.5, 4.25)).toBe("c4");
  expect(["a", "z", "aa", "az", "ba"]).toEqual([0, 25, 26, 51, 52].map(columnName));
});

test("an act about a piece stands where that piece stands", () => {
  const pieces = new Map(table().pieces.map((piece) => [piece.id, piece]));
  const target = pieces.get(12) as Piece;
  const spots = byCell([act({ target: 12 }), act({ x: 3, y: 4 }), act({})], pieces);
  expect(spots.get(cellKey(target.x, target.y))?.[0]?.target).toBe(12);
  expect(spots.get("3,4")).toHaveLength(1);
  expect(spots.size).toBe(2);
});

test("acts without a place need a button", () => {
  expect(placeless([act({ x: 1, y: 1 }), act({ target: 3 }), act({ verb: "end" })]).map((one) => one.verb)).toEqual(["end"]);
});

test("only counters that changed become new objects", () => {
  const before = table().pieces;
  const after = table().pieces.map((piece) => (piece.id === 3 ? { ...piece, x: 9.5 } : piece));
  const merged = kept(before, after);
  expect(merged.filter((piece, i) => piece !== before[i]).map((piece) => piece.id)).toEqual([3]);
});

test("the ring of ready pieces closes both ways", () => {
  expect(nextOf([4, 7, 9], 9, 1)).toBe(4);
  expect(nextOf([4, 7, 9], 4, -1)).toBe(9);
  expect(nextOf([4, 7, 9], undefined, -1)).toBe(9);
  expect(nextOf([], 4, 1)).toBeUndefined();
});
