import type { Act, Drag, Mover } from "../types";
import { fill } from "./fill";
import { type Base, type Place, allowed, long, rounded, snapped, turned, untouched } from "./lead";
import type { Session } from "./session.svelte";

/** The spot of an aim that pieces were led to by hand. */
export const HAND = "hand";
/** A piece this near to another one, in centimetres, is put against it. */
const GRASP = 1.2;
/** A path this much longer than the pace, in centimetres, is cut to it. */
const OVER = 0.8;
/** A path ends this much short of the limit, so that rounding does not make it too long. */
const SHORT = 0.01;
/** Milliseconds between two questions about a plan that is being led; after the server has had too many. */
const BREATH = 400;
const LONG_BREATH = 1500;

/** Pieces that are led over a free table: the plan, its notation, and what the server says of it. */
export class Hand {
  /** Which of the ways to lead them, if there are several. */
  chosen = $state(0);
  /** Lead one piece, not the whole group. */
  alone = $state(false);
  /** The piece held by the pointer, or last held. */
  lead = $state(-1);
  /** Whether it is held now. */
  leading = $state(false);
  /** The places that each piece goes through. */
  ways = $state.raw(new Map<number, Place[]>());
  /** How many of these are corners, no longer led. */
  corners = $state(0);
  /** Pieces that are taken off. */
  off = $state.raw(new Set<number>());

  #session: Session;
  #bases = new Map<number, Place>();
  #asking = false;

  constructor(session: Session) {
    this.#session = session;
  }

  get drags(): Drag[] {
    const options = this.#session.options;
    return options && options.piece === this.#session.selected ? options.drags : [];
  }

  get drag(): Drag | undefined {
    return this.drags[this.chosen] ?? this.drags[0];
  }

  /** Whether there is a plan. */
  get active(): boolean {
    return this.#session.aim?.spot === HAND && this.drag !== undefined;
  }

  /** Whether pieces from beside the table wait for a place on it. */
  get carrying(): boolean {
    return this.drag?.all === true;
  }

  mover(piece: number): Mover | undefined {
    return this.drag?.movers.find((mover) => mover.piece === piece);
  }

  /** Where a piece stands before it is led; null if it is not on the table. */
  start(piece: number): Place | null {
    const found = this.#session.pieces.get(piece);
    return found && found.x >= 0 ? { x: found.x, y: found.y } : null;
  }

  /** Where a piece will stand. */
  end(piece: number): Place | null {
    return (this.active && this.ways.get(piece)?.at(-1)) || this.start(piece);
  }

  /** Where the last leg of a piece begins. */
  corner(piece: number): Place | null {
    return (this.corners && this.ways.get(piece)?.[this.corners - 1]) || this.start(piece);
  }

  /** How long the last leg of a piece may be; -1: as long as one likes. */
  left(piece: number): number {
    const mover = this.mover(piece);
    const start = this.start(piece);
    if (!mover || mover.reach < 0 || !start) return -1;
    return Math.max(0, mover.reach - long(start, (this.ways.get(piece) ?? []).slice(0, this.corners)));
  }

  /** The bases of the group as planned. */
  get planned(): (Base & { link: number })[] {
    return (this.drag?.movers ?? []).flatMap((mover) => {
      const at = this.off.has(mover.piece) ? null : this.end(mover.piece);
      return at ? [{ id: mover.piece, ...at, r: this.#radius(mover.piece), link: mover.link }] : [];
    });
  }

  #radius(piece: number): number {
    return (this.#session.pieces.get(piece)?.w ?? 2) / 2;
  }

  /** Forget the plan. */
  forget(): void {
    this.ways = new Map();
    this.off = new Set();
    this.corners = 0;
    this.leading = false;
  }

  /** Take hold of a piece that can be led. */
  take(piece: number): boolean {
    if (this.drag === undefined || this.mover(piece) === undefined || this.end(piece) === null) return false;
    if (!this.active) this.forget();
    this.lead = piece;
    this.leading = true;
    this.#bases = new Map(this.drag.movers.flatMap(({ piece: id }) => {
      const at = this.end(id);
      return at ? [[id, at]] : [];
    }));
    return true;
  }

  /** Lead what is held by so much from where it was taken; `single`: the one piece alone. */
  shift(dx: number, dy: number, single = this.alone): void {
    const drag = this.drag;
    const held = this.#bases.get(this.lead);
    if (drag === undefined || held === undefined) return;
    const ids = drag.movers.map((mover) => mover.piece).filter((id) => !this.off.has(id) && (!single || id === this.lead));
    const bases = ids.map((id) => ({ id, r: this.#radius(id), x: this.#bases.get(id)!.x + dx, y: this.#bases.get(id)!.y + dy }));
    const back = this.#inside(bases);
    dx += back.x;
    dy += back.y;
    const led = ids.map((id) => ({ corner: this.corner(id) ?? held, base: this.#bases.get(id)!, most: this.#most(id) }));
    let part = allowed(led, dx, dy);
    const paces = led.map((one, i) => ({ ...one, most: this.#pace(ids[i] as number) }));
    const paced = allowed(paces, dx, dy);
    if (paced < part && Math.hypot(dx, dy) * (part - paced) < OVER) part = paced;
    if (drag.touch > 0) part *= untouched(ids.map((id, i) => ({ id, r: this.#radius(id), ...led[i]!.base })), this.#wary(), dx * part, dy * part, drag.touch);
    const near = this.#against({ x: held.x + dx * part, y: held.y + dy * part });
    const ways = new Map(this.ways);
    for (const [i, id] of ids.entries()) {
      const { corner, base, most } = led[i]!;
      let place = rounded({ x: base.x + dx * part + near.x, y: base.y + dy * part + near.y });
      if (most >= 0 && Math.hypot(place.x - corner.x, place.y - corner.y) > most + SHORT) place = rounded({ x: base.x + dx * part, y: base.y + dy * part });
      ways.set(id, [...(this.ways.get(id) ?? []).slice(0, this.corners), place]);
    }
    this.ways = ways;
    this.#aim();
  }

  /** How long the last leg of a piece is let become; -1: any length. */
  #most(piece: number): number {
    const left = this.left(piece);
    return left < 0 ? -1 : Math.max(0, left - SHORT);
  }

  #pace(piece: number): number {
    const mover = this.mover(piece);
    if (!mover || mover.pace < 0) return -1;
    return Math.max(0, this.#most(piece) - (mover.reach - mover.pace));
  }

  /** What the held piece still lacks to touch another. */
  #against(at: Place): Place {
    const drag = this.drag;
    if (!drag || drag.touch <= 0) return { x: 0, y: 0 };
    return snapped({ id: this.lead, ...at, r: this.#radius(this.lead) }, this.#wary(), drag.touch, GRASP);
  }

  /** The bases that those led may be put against. */
  #wary(): Base[] {
    const drag = this.drag;
    const own = new Set(drag?.movers.map((mover) => mover.piece));
    return [...this.#session.pieces.values()]
      .filter((piece) => piece.x >= 0 && !own.has(piece.id) && (drag?.wary.includes(piece.id) || drag?.all))
      .map((piece) => ({ id: piece.id, x: piece.x, y: piece.y, r: piece.w / 2 }));
  }

  /** Let go. */
  release(): void {
    this.leading = false;
  }

  /** Move the plan by a little, as the keys do. */
  nudge(dx: number, dy: number): void {
    const piece = this.mover(this.lead) ? this.lead : (this.drag?.movers[0]?.piece ?? -1);
    if (!this.active && this.carrying) return;
    if (this.take(piece)) this.shift(dx, dy);
    this.release();
  }

  /** Put a block of pieces from beside the table round a place. */
  put(at: Place): void {
    const drag = this.drag;
    if (drag === undefined) return;
    if (!this.active) this.forget();
    this.lead = drag.movers[0]?.piece ?? -1;
    const bases = drag.movers.map((mover) => ({ id: mover.piece, x: at.x + mover.dx, y: at.y + mover.dy, r: this.#radius(mover.piece) }));
    const back = this.#inside(bases);
    this.ways = new Map(bases.map(({ id, x, y }) => [id, [rounded({ x: x + back.x, y: y + back.y })]]));
    this.#aim();
  }

  /** How far to shift bases back so that all are on the table. */
  #inside(bases: Base[]): Place {
    const board = this.#session.table?.board;
    if (!board) return { x: 0, y: 0 };
    const back = (low: number, high: number) => (low < 0 ? -low : high > 0 ? -high : 0);
    return {
      x: back(Math.min(...bases.map(({ x, r }) => x - r)), Math.max(...bases.map(({ x, r }) => x + r)) - board.columns),
      y: back(Math.min(...bases.map(({ y, r }) => y - r)), Math.max(...bases.map(({ y, r }) => y + r)) - board.rows),
    };
  }

  /** Turn the ends of the plan about their middle. */
  turn(degrees: number): void {
    if (!this.active) return;
    const ends = new Map(this.planned.map((base) => [base.id, { x: base.x, y: base.y }]));
    const ways = new Map(this.ways);
    for (const [id, place] of turned(ends, degrees)) ways.set(id, [...(this.ways.get(id) ?? []).slice(0, this.corners), place]);
    this.ways = ways;
    this.#aim();
  }

  /** Whether the paths can have another corner. */
  get bends(): boolean {
    return this.active && this.drag !== undefined && !this.drag.all && this.corners < this.drag.legs - 1;
  }

  /** Make a corner where the pieces are: they go on from there. */
  bend(): void {
    if (!this.bends) return;
    const ways = new Map<number, Place[]>();
    for (const [id, way] of this.ways) ways.set(id, [...way, way.at(-1)!]);
    this.ways = ways;
    this.corners += 1;
    this.#aim();
  }

  /** Take a piece off, or put it back. */
  toggle(piece: number): void {
    if (!this.active) this.forget();
    const off = new Set(this.off);
    if (!off.delete(piece)) off.add(piece);
    this.off = off;
    this.#aim();
  }

  /** Lead the pieces in another way. */
  choose(way: number): void {
    this.chosen = way;
    if (this.active) this.#aim();
  }

  /** The plan in notation: paths that end where they begin are left out. */
  get text(): string {
    const drag = this.drag;
    if (drag === undefined) return "";
    const written = ({ x, y }: Place) => `${x.toFixed(2)},${y.toFixed(2)}`;
    const words = drag.movers.flatMap((mover) => {
      const way = this.ways.get(mover.piece) ?? [];
      const path = way.filter((place, i) => i === 0 || written(place) !== written(way[i - 1] as Place));
      return path.length && !this.off.has(mover.piece) ? [mover.key + path.map(written).join(">")] : [];
    });
    const keys = drag.movers.filter((mover) => this.off.has(mover.piece)).map((mover) => mover.key).join("");
    return [drag.text, ...words, ...(keys ? [drag.off, keys] : []), ...(drag.tail ? [drag.tail] : [])].join(" ");
  }

  #aim(): void {
    const drag = this.drag;
    if (drag === undefined) return;
    const { verb, label, clause } = drag;
    const act = fill<Act>("Act", { text: this.text, verb, label, clause, piece: this.lead });
    this.#session.aim = { acts: [act], act, amount: 0, spot: HAND };
    void this.#ask();
  }

  /** Ask what the server says of the plan: now and then while it is led, and of the last plan always. */
  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    let asked = "";
    while (this.active && asked !== this.text) {
      const text = this.text;
      const answer = await this.#session.ask({ type: "preview", text });
      if (!this.active) break;
      if (answer.type === "preview") this.#session.preview = answer.preview;
      else if (answer.type === "refused") this.#session.refusal = answer;
      if (answer.type !== "error") asked = text;
      await this.#breath(answer.type === "error" ? LONG_BREATH : BREATH);
    }
    this.#asking = false;
    if (this.active && asked !== this.text) void this.#ask();
  }

  /** Wait for a while, or until what is held is let go. */
  async #breath(most: number): Promise<void> {
    for (let waited = 0; waited < most && (this.leading || most === LONG_BREATH); waited += 25) {
      await new Promise((done) => setTimeout(done, 25));
    }
  }
}
