import type { Piece } from "../types";

export interface Link {
  key: string;
  owner: number;
  from: Piece;
  to: Piece;
}

/** The shortest lines that hold each formation's pieces together, as a person would draw them. */
export function links(pieces: Piece[]): Link[] {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (piece.group < 0) continue;
    const name = `${piece.owner}/${piece.group}`;
    const group = groups.get(name);
    if (group) group.push(piece);
    else groups.set(name, [piece]);
  }
  return [...groups.values()].flatMap(spanned);
}

function spanned(group: Piece[]): Link[] {
  const apart = [...group];
  const joined = apart.splice(0, 1);
  const found: Link[] = [];
  while (apart.length > 0) {
    let best: Link | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const from of joined) {
      for (const to of apart) {
        const away = Math.hypot(from.x - to.x, from.y - to.y);
        if (away < least) [best, least] = [{ key: `${from.id}-${to.id}`, owner: from.owner, from, to }, away];
      }
    }
    if (best === undefined) break;
    found.push(best);
    joined.push(best.to);
    apart.splice(apart.indexOf(best.to), 1);
  }
  return found;
}
