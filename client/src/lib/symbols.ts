/**
 * Drawings of the miniatures' classes, about 64 wide and 44 high around 0, 0. `silhouette` is what a
 * newcomer reads; `military` follows the map signs of armies (a frame around it is drawn by the counter).
 * Paths named `fill` are filled, `line` stroked, both in the counter's ink.
 */
export interface Drawing {
  fill?: string;
  line?: string;
}

export interface Sign {
  silhouette: Drawing;
  military: Drawing;
}

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const wheels = (y: number, r: number, ...xs: number[]) => xs.map((x) => circle(x, y, r)).join("");

const TRACK = "M-24 8H24Q31 8 29 14Q27 20 20 20H-20Q-27 20 -29 14Q-31 8 -24 8Z";
const OVAL = "M-14 -10H14A10 10 0 0 1 14 10H-14A10 10 0 0 1 -14 -10Z";
const CROSS = "M-30 -20L30 20M-30 20L30 -20";
const DOT = circle(0, 0, 5.5);
const LEGS = "M-14 14L0 -12L14 14M-20 14H-8M8 14H20";

/** A soldier at order arms, in helmet. */
const soldier = (x: number) =>
  `M${x - 8} -9A8 8 0 0 1 ${x + 8} -9H${x + 5}A5 6 0 0 1 ${x - 5} -9ZM${x - 11} 3Q${x - 10} -2 ${x - 4} -2H${x + 4}Q${x + 10} -2 ${x + 11} 3L${x + 9} 8H${x + 6}L${x + 5} 21H${x + 1}L${x} 11L${x - 1} 21H${x - 5}L${x - 6} 8H${x - 9}Z`;

const SIGNS: Record<string, Sign> = {
  infantry: {
    silhouette: { fill: soldier(-15) + soldier(15), line: "M0 -16V19M30 -16V19" },
    military: { line: CROSS },
  },
  technical: {
    silhouette: {
      fill: `M-30 4L-28 -2H-6L0 -12H12L20 -2L30 1V12H-30Z${wheels(14, 7, -18, 18)}M-24 -14L-2 -18L-2 -13L-16 -10V-2H-22V-9Z`,
    },
    military: { line: "M-30 20L30 -20", fill: wheels(24, 4, -14, 14) },
  },
  truck: {
    silhouette: { fill: `M-31 -16H8V12H-31ZM11 -8H22L30 2V12H11Z${wheels(14, 7, -20, 0, 20)}` },
    military: { line: "M-30 10H30", fill: wheels(24, 4, -16, 0, 16) },
  },
  carrier: {
    silhouette: { fill: `M-30 6L-22 -10H18L30 0V8H-30ZM-6 -18H8V-10H-6ZM8 -16H24V-13H8Z${TRACK}` },
    military: { line: `${OVAL}${CROSS}` },
  },
  tank: {
    silhouette: { fill: `M-26 7L-22 -2H24L30 5V8H-26ZM-14 -14H8L13 -3H-17ZM10 -12H34V-7H11Z${TRACK}` },
    military: { line: OVAL },
  },
  "small-walker": {
    silhouette: {
      fill: "M-14 -18H10L18 -10V0H-14ZM16 -9H30V-5H16Z",
      line: "M-8 0L-14 9L-6 20M6 0L16 8L10 20M-12 20H0M4 20H18",
    },
    military: { line: LEGS },
  },
  "heavy-walker": {
    silhouette: {
      fill: "M-18 -20H14L22 -12V2H-18ZM20 -17H33V-12H20ZM20 -8H33V-3H20ZM-26 -14H-18V-4H-26Z",
      line: "M-10 2L-20 11L-13 21M8 2L20 11L13 21M-20 21H-5M6 21H21",
    },
    military: { line: `${OVAL}${LEGS}` },
  },
  gun: {
    silhouette: {
      fill: `${circle(-4, 10, 10)}M-14 -8L-4 -12L0 6L-8 8ZM-2 -8L32 -16L33 -12L0 0Z`,
      line: "M-6 10L-31 19",
    },
    military: { fill: DOT },
  },
  artillery: {
    silhouette: { fill: `M-27 7L-24 -4H-2L2 6H28V8ZM-18 -16H-2L4 -4H-20ZM-1 -13L31 -22L33 -17L2 -5Z${TRACK}` },
    military: { line: OVAL, fill: DOT },
  },
  launcher: {
    silhouette: { fill: `M-30 4H10V-4H22L30 4V12H-30ZM-27 -4L8 -22L12 -14L-20 1Z${wheels(14, 7, -20, -2, 20)}` },
    military: { fill: circle(0, 8, 5), line: "M-9 -4L0 -12L9 -4M-9 -10L0 -18L9 -10" },
  },
  hovercraft: {
    silhouette: {
      fill: "M-30 6L-22 -4H-12L-6 -14H8L14 -4H24L31 6ZM-28 -20H-22V-4H-28Z",
      line: "M-27 13Q-20 8 -13 13T1 13T15 13T28 13M-20 20Q-13 15 -6 20T8 20T21 20",
    },
    military: { line: "M-18 -6H18M-24 8Q-16 2 -8 8T8 8T24 8" },
  },
  engineer: {
    silhouette: { fill: `M-20 6V-6H-14V-18H4L10 -6H16V6ZM18 -6L31 -10V16L24 16L18 6Z${TRACK}` },
    military: { line: "M-18 10V-8H18V10M0 -8V10" },
  },
  commander: {
    silhouette: { fill: soldier(0), line: "M16 20V-20M16 -18L30 -13L16 -7" },
    military: { line: "M-10 18V-18M-10 -16H16V-2H-10" },
  },
  aircraft: {
    silhouette: { fill: "M-30 2L-20 -2L-8 -3L4 -20H12L8 -3H22L30 0L22 5H8L12 20H4L-8 6L-20 5Z" },
    military: { line: "M-20 -12Q0 12 20 12M-20 12Q0 12 20 -12" },
  },
};

/** The names that rulebooks use for the same drawing. */
const ALIASES: Record<string, string> = {
  inf: "infantry", tec: "technical", trk: "truck", swk: "small-walker", gun: "gun", apc: "carrier",
  tnk: "tank", hwk: "heavy-walker", spa: "artillery", lau: "launcher", hov: "hovercraft", eng: "engineer",
  "towed-gun": "gun", "self-propelled-artillery": "artillery", "launcher-vehicle": "launcher",
  "engineering-vehicle": "engineer", walker: "heavy-walker", hover: "hovercraft", armour: "tank",
  vehicle: "carrier", "heavy-infantry": "infantry", plane: "aircraft", flyer: "aircraft",
};

/** The sign for a class, if there is a drawing of it; a counter without one shows its letters. */
export function signOf(symbol: string): Sign | null {
  const name = symbol.toLowerCase().replace(/[\s_]+/g, "-");
  return SIGNS[name] ?? SIGNS[ALIASES[name] ?? ""] ?? null;
}

/** Whether ink on this colour should be light. Colours are #rgb or #rrggbb; others count as light. */
export function dark(colour: string): boolean {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(colour)?.[1];
  if (hex === undefined) return false;
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const [r, g, b] = [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as [number, number, number];
  return r * 0.299 + g * 0.587 + b * 0.114 < 140;
}
