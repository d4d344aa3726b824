import type { Board } from "../types";

/** Drawing units in one square (or one centimetre of a free table): text stays crisp at this size. */
export const U = 100;

type Point = [number, number];

/** The closed outlines of all squares for which `inside` holds, clockwise, holes the other way. */
export function outlines(columns: number, rows: number, inside: (x: number, y: number) => boolean): Point[][] {
  const next = new Map<number, number[]>();
  const width = columns + 1;
  const edge = (x1: number, y1: number, x2: number, y2: number) => {
    const from = y1 * width + x1;
    const ends = next.get(from);
    if (ends) ends.push(y2 * width + x2);
    else next.set(from, [y2 * width + x2]);
  };
  const at = (x: number, y: number) => x >= 0 && y >= 0 && x < columns && y < rows && inside(x, y);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (!at(x, y)) continue;
      if (!at(x, y - 1)) edge(x, y, x + 1, y);
      if (!at(x + 1, y)) edge(x + 1, y, x + 1, y + 1);
      if (!at(x, y + 1)) edge(x + 1, y + 1, x, y + 1);
      if (!at(x - 1, y)) edge(x, y + 1, x, y);
    }
  }
  const loops: Point[][] = [];
  for (const start of next.keys()) {
    while (next.get(start)?.length) loops.push(corners(followed(start, next, width), width));
  }
  return loops;
}

/** Follow edges from `start` back to it, turning right where two ways lead on. */
function followed(start: number, next: Map<number, number[]>, width: number): number[] {
  const loop: number[] = [];
  let from = -1;
  let at = start;
  do {
    loop.push(at);
    const ends = next.get(at) as number[];
    let pick = ends.length - 1;
    if (ends.length > 1 && from >= 0) {
      const right = rightOf(at - from, width);
      pick = Math.max(0, ends.findIndex((end) => end - at === right));
    }
    from = at;
    at = ends.splice(pick, 1)[0] as number;
  } while (at !== start);
  return loop;
}

function rightOf(step: number, width: number): number {
  if (step === 1) return width;
  if (step === width) return -1;
  return step === -1 ? -width : 1;
}

/** Only the points of a loop where it turns. */
function corners(loop: number[], width: number): Point[] {
  const turns = loop.filter((at, i) => {
    const before = loop[(i + loop.length - 1) % loop.length] as number;
    const after = loop[(i + 1) % loop.length] as number;
    return at - before !== after - at;
  });
  return turns.map((at) => [at % width, Math.floor(at / width)]);
}

/** An SVG path through closed loops, its corners rounded by `radius` drawing units. */
export function rounded(loops: Point[][], radius: number): string {
  return loops.map((loop) => roundedLoop(loop, radius)).join("");
}

function roundedLoop(loop: Point[], radius: number): string {
  const parts = loop.map(([x, y], i) => {
    const [bx, by] = loop[(i + loop.length - 1) % loop.length] as Point;
    const [ax, ay] = loop[(i + 1) % loop.length] as Point;
    const inX = Math.sign(x - bx) * radius;
    const inY = Math.sign(y - by) * radius;
    const outX = Math.sign(ax - x) * radius;
    const outY = Math.sign(ay - y) * radius;
    const [cx, cy] = [x * U, y * U];
    return `${i ? "L" : "M"}${cx - inX} ${cy - inY}Q${cx} ${cy} ${cx + outX} ${cy + outY}`;
  });
  return `${parts.join("")}Z`;
}

/** How far each look's corners are rounded: woods flow, walls do not. */
const SOFT: Record<string, number> = {
  urban: 8,
  building: 4,
  special: 8,
  causeway: 0,
  road: 6,
  water: 30,
  forest: 38,
  marsh: 38,
};

export interface Ground {
  key: string;
  look: string;
  name: string;
  path: string;
}

/** One path for each kind of ground on a square board but the open one, which lies under all. */
export function grounds(board: Board): Ground[] {
  return board.legend
    .filter((terrain) => terrain.look !== "open")
    .map((terrain) => {
      const loops = outlines(board.columns, board.rows, (x, y) => board.cells[y]?.[x] === terrain.key);
      return {
        key: terrain.key,
        look: terrain.look,
        name: terrain.name,
        path: rounded(loops, SOFT[terrain.look] ?? 24),
      };
    })
    .filter((ground) => ground.path !== "");
}

/** The lines between squares. */
export function gridPath(columns: number, rows: number): string {
  let path = "";
  for (let x = 1; x < columns; x++) path += `M${x * U} 0V${rows * U}`;
  for (let y = 1; y < rows; y++) path += `M0 ${y * U}H${columns * U}`;
  return path;
}
