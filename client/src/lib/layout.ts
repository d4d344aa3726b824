import type { Act, Piece } from "../types";

/** A column's letters: a to z, then aa, ab and so on. */
export function columnName(column: number): string {
  const last = String.fromCharCode(97 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

/** A square's name for people and in notation: c4 is the third column, the fifth row. */
export function cellName(x: number, y: number): string {
  return `${columnName(Math.floor(x))}${Math.floor(y)}`;
}

/** One word for a square, to look things up by. */
export function cellKey(x: number, y: number): string {
  return `${Math.floor(x)},${Math.floor(y)}`;
}

/** Places inside a square: how far from its middle, in squares, and what people call them. */
export const PLACES: Record<string, { dx: number; dy: number; name: string }> = {
  c: { dx: 0, dy: 0, name: "centre" },
  nw: { dx: -0.25, dy: -0.25, name: "north-west corner" },
  n: { dx: 0, dy: -0.25, name: "north side" },
  ne: { dx: 0.25, dy: -0.25, name: "north-east corner" },
  w: { dx: -0.25, dy: 0, name: "west side" },
  e: { dx: 0.25, dy: 0, name: "east side" },
  sw: { dx: -0.25, dy: 0.25, name: "south-west corner" },
  s: { dx: 0, dy: 0.25, name: "south side" },
  se: { dx: 0.25, dy: 0.25, name: "south-east corner" },
};

/**
 * Acts by the square they are about; those about a piece stand under the piece's square. On a free table
 * (`exact`) by the very point.
 */
export function byCell(acts: Act[], pieces: Map<number, Piece>, exact = false): Map<string, Act[]> {
  const found = new Map<string, Act[]>();
  for (const act of acts) {
    const target = act.target >= 0 ? pieces.get(act.target) : undefined;
    const x = target && target.x >= 0 ? target.x : act.x;
    const y = target && target.x >= 0 ? target.y : act.y;
    if (x < 0 || y < 0) continue;
    const key = exact ? `${x},${y}` : cellKey(x, y);
    const list = found.get(key);
    if (list) list.push(act);
    else found.set(key, [act]);
  }
  return found;
}

/** The key nearest to a point of a free table, if one lies within `within`; else the point's own. */
export function nearest(keys: Iterable<string>, x: number, y: number, within: number): string {
  let best = `${x},${y}`;
  let least = within;
  for (const key of keys) {
    const [kx, ky] = key.split(",").map(Number) as [number, number];
    const away = Math.hypot(kx - x, ky - y);
    if (away <= least) [best, least] = [key, away];
  }
  return best;
}

/** Acts that no spot on the board stands for: they need a button. */
export function placeless(acts: Act[]): Act[] {
  return acts.filter((act) => act.target < 0 && act.x < 0);
}

/** Keep the old object of every piece that did not change, so that only changed counters are drawn again. */
export function kept<T extends { id: number }>(before: T[], after: T[]): T[] {
  const known = new Map(before.map((item) => [item.id, item]));
  return after.map((item) => {
    const old = known.get(item.id);
    return old !== undefined && same(old, item) ? old : item;
  });
}

/** Whether two plain values are equal all the way down. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}

/** Whether a point lies in a polygon. */
export function within(points: [number, number][], x: number, y: number): boolean {
  let inside = false;
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points[(i + points.length - 1) % points.length] as [number, number];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** The next item after `current` in a ring; the first if it is not there. */
export function nextOf<T>(ring: T[], current: T | undefined, step: number): T | undefined {
  if (ring.length === 0) return undefined;
  const at = current === undefined ? -1 : ring.indexOf(current);
  if (at < 0) return step > 0 ? ring[0] : ring[ring.length - 1];
  return ring[(at + step + ring.length) % ring.length];
}

/** Whether a piece stands in the middle of its square with no other beside it. */
export function alone(piece: Piece, pieces: Piece[]): boolean {
  if (piece.x % 1 !== 0.5 || piece.y % 1 !== 0.5) return false;
  const key = cellKey(piece.x, piece.y);
  return !pieces.some((other) => other.id !== piece.id && other.x >= 0 && cellKey(other.x, other.y) === key);
}
