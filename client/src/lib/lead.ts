/** Leading pieces over a free table: lengths, limits and links, in centimetres. */
export interface Place {
  x: number;
  y: number;
}

export const gone = (from: Place, to: Place): number => Math.hypot(to.x - from.x, to.y - from.y);

/** The length of a path from a start through its places. */
export function long(start: Place, path: Place[]): number {
  return path.reduce((sum, place, i) => sum + gone(i ? (path[i - 1] as Place) : start, place), 0);
}

/** What a place is written as: hundredths. */
export function rounded({ x, y }: Place): Place {
  return { x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 };
}

/** A piece that is led: where its last leg begins, where it was taken hold of, how long the leg may be. */
export interface Led {
  corner: Place;
  base: Place;
  most: number;
}

/** The largest part (0 to 1) of a shift at which every piece stays within what it may go. */
export function allowed(led: Led[], dx: number, dy: number): number {
  const fits = (part: number) =>
    led.every(({ corner, base, most }) => most < 0 || gone(corner, { x: base.x + dx * part, y: base.y + dy * part }) <= most);
  if (fits(1)) return 1;
  let low = 0;
  let high = 1;
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** A base on the table. */
export interface Base extends Place {
  id: number;
  r: number;
}

export const gap = (a: Base, b: Base): number => gone(a, b) - a.r - b.r;

/** How far to shift a base so that it touches the nearest of some others, if one is nearer than `grasp`. */
export function snapped(base: Base, others: Base[], touch: number, grasp: number): Place {
  let best: Base | null = null;
  for (const other of others) {
    const away = gap(base, other);
    if (away < grasp && away > -base.r - other.r && (best === null || away < gap(base, best))) best = other;
  }
  if (best === null) return { x: 0, y: 0 };
  const away = gone(base, best) || 1;
  const part = (gap(base, best) - touch) / away;
  return { x: (best.x - base.x) * part, y: (best.y - base.y) * part };
}

/** The part (0 to 1) of a shift after which the first of some bases touches one of others that it was clear of. */
export function untouched(led: Base[], others: Base[], dx: number, dy: number, touch: number): number {
  let first = 1;
  for (const base of led) {
    for (const other of others) {
      const near = base.r + other.r + touch;
      const [x, y] = [base.x - other.x, base.y - other.y];
      // The distance equals `near` where a t² + 2 b t + c = 0.
      const [a, b, c] = [dx * dx + dy * dy, x * dx + y * dy, x * x + y * y - near * near];
      if (c <= 0 || b >= 0 || b * b < a * c) continue;
      first = Math.min(first, (-b - Math.sqrt(b * b - a * c)) / a);
    }
  }
  return Math.max(0, first);
}

/** The line that holds one base to the others of its group: whether it is short enough. */
export interface Bond {
  from: Base;
  to: Base;
  gap: number;
  holds: boolean;
}

/** The shortest lines that join a group; each holds if its gap is at most the longer link of its ends. */
export function bonds(bases: (Base & { link: number })[]): Bond[] {
  const apart = [...bases];
  const joined = apart.splice(0, 1);
  const found: Bond[] = [];
  while (apart.length > 0) {
    let best: Bond | null = null;
    for (const from of joined) {
      for (const to of apart) {
        const away = gap(from, to);
        if (best === null || away < best.gap) best = { from, to, gap: away, holds: away <= Math.max(from.link, to.link) };
      }
    }
    if (best === null) break;
    found.push(best);
    joined.push(...apart.splice(apart.indexOf(best.to as (typeof apart)[number]), 1));
  }
  return found;
}

/** Places turned about their middle by an angle in degrees. */
export function turned(places: Map<number, Place>, degrees: number): Map<number, Place> {
  const all = [...places.values()];
  const middle = { x: all.reduce((sum, one) => sum + one.x, 0) / all.length, y: all.reduce((sum, one) => sum + one.y, 0) / all.length };
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return new Map(
    [...places].map(([id, { x, y }]) => {
      const [dx, dy] = [x - middle.x, y - middle.y];
      return [id, rounded({ x: middle.x + dx * cos - dy * sin, y: middle.y + dx * sin + dy * cos })];
    }),
  );
}
