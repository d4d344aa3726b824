import { expect, test } from "vitest";

import type { Piece, Table } from "../types";
import { fill, received } from "./fill";

test("fields left out come back with their defaults, in structs within structs too", () => {
  const table = fill<Table>("Table", { pieces: [{ id: 4, owner: 1, name: "Tank", symbol: "TNK", letters: "T" }] });
  expect(table.seat).toBe(-1);
  expect(table.acts).toEqual([]);
  const piece = table.pieces[0] as Piece;
  expect([piece.x, piece.w, piece.shape, piece.flag, piece.ready]).toEqual([-1, 1, "square", [], false]);
});

test("what was sent is kept", () => {
  const table = fill<Table>("Table", { seat: 0, round: "Game round 2 of 8", board: null });
  expect([table.seat, table.round, table.board]).toEqual([0, "Game round 2 of 8", null]);
});

test("a frame is known by its tag", () => {
  const frame = received<{ type: "refused"; clause: string; id: number }>('{"type":"refused","reason":"No Fuel."}');
  expect([frame.clause, frame.id]).toEqual(["", 0]);
});

test("a struct that is not there is named", () => {
  expect(() => fill("Tabel", {})).toThrow("Tabel");
});
