import type {
  Act, Card, ChatFrame, ClockFrame, Entry, Offered, Options, Over, Piece, Presence, Preview, Refused, Table, TableFrame,
  Welcome, Why, Withheld,
} from "../types";
import type { Channel } from "./channel";
import { lessonNow } from "./guide";
import { byCell, cellKey, kept, nextOf, placeless } from "./layout";
import { Hand } from "./hand.svelte";
import { worded } from "./notation";
import type { Question, Said } from "./protocol";
import { hex, uuid } from "./random";
import { settings } from "./settings.svelte";

/** What the player is about to do: the acts that one spot offers, and which of them is meant. */
export interface Aim {
  acts: Act[];
  act: Act;
  amount: number;
  /** The square it is about, or "" for an act from the panel. */
  spot: string;
}

const PREVIEW_DELAY = 60;
const FLASHES = 12;

/** One seat at one match: what it sees, what it is about to do, and what it asks the server. */
export class Session {
  welcome = $state.raw<Welcome | null>(null);
  table = $state.raw<Table | null>(null);
  log = $state.raw<Entry[]>([]);
  chat = $state.raw<ChatFrame[]>([]);
  presence = $state.raw<Presence | null>(null);
  clock = $state.raw<ClockFrame | null>(null);
  offered = $state.raw<Offered | null>(null);
  over = $state.raw<Over | null>(null);
  /** What has just happened at places of the board. */
  fresh = $state.raw<Entry[]>([]);
  sequence = $state(0);
  actions = $state(0);
  canUndo = $state(false);
  /** Whether the line to the server is up. */
  up = $state(false);

  selected = $state(-1);
  options = $state.raw<Options | null>(null);
  aim = $state.raw<Aim | null>(null);
  preview = $state.raw<Preview | null>(null);
  refusal = $state.raw<Refused | null>(null);
  reason = $state.raw<(Why & { about: string }) | null>(null);
  threat = $state.raw<Preview | null>(null);
  /** An act that ends something while pieces are still ready, or cannot be mended: it waits for a second word. */
  ending = $state.raw<Act | null>(null);
  /** A card of no piece that is being read. */
  shown = $state.raw<Card | null>(null);
  asking = $state(false);
  busy = $state(false);
  /** Where the keyboard is on the board. */
  cursor = $state.raw<{ x: number; y: number } | null>(null);
  /** Where the log points. */
  spotlight = $state.raw<{ x: number; y: number } | null>(null);

  /** The step up to which this seat knows what happened: its own last one, or one it has said to have seen. */
  seen = $state(0);
  /** Whether it was away since: what happened meanwhile is to be told. */
  returned = $state(false);

  /** The steps of the guided game that were shown or waived, by number. */
  learnt = $state.raw(new Set<number>());

  /** A phase in which nothing can be done is being ended. */
  passing = $state(false);

  mine = $derived(this.table !== null && !this.passing && this.table.to_act.includes(this.table.seat) && !this.#declines(this.table));
  since = $derived(this.mine ? this.log.filter((line) => line.step > this.seen && line.seat !== this.table?.seat) : []);

  pieces = $derived(new Map((this.table?.pieces ?? []).map((piece) => [piece.id, piece])));
  card = $derived(this.table?.cards.find((card) => card.piece === this.selected && this.selected >= 0) ?? null);
  acts = $derived(this.table?.acts ?? []);
  /** Whether the table has no squares. */
  free = $derived(this.table?.board?.kind === "free");
  choices = $derived(this.options && this.options.piece === this.selected ? this.options.acts : []);
  /** Acts by square: the selected piece's, or, with none selected, the table's own. */
  spots = $derived(byCell(this.selected >= 0 ? this.choices : this.acts, this.pieces, this.free));
  buttons = $derived(placeless(this.choices));
  ready = $derived(
    (this.table?.pieces ?? []).filter((piece) => piece.ready && piece.owner === this.table?.seat && this.#leads(piece)),
  );

  guide = $derived(this.welcome?.scenario.guide ?? []);
  /** The step of the guided game that fits this moment; -1 for none. */
  lesson = $derived.by(() => {
    if (this.guide.length === 0 || this.table === null || this.#declines(this.table) || (this.acts.length === 0 && this.ready.length === 0)) return (this.#lesson = -1);
    if (this.selected >= 0 && this.options?.piece !== this.selected) return this.#lesson; // until it is known what it can do
    const verbs = new Set([...this.acts, ...this.choices].map((act) => act.verb));
    this.#lesson = lessonNow(this.guide, this.learnt, { phase: this.table.phase, verbs, ready: this.ready.length > 0 });
    return this.#lesson;
  });

  /** Pieces led over a free table. */
  hand = new Hand(this);

  #lesson = -1;
  #undoing = false;
  #staying = "";
  #channel: Channel | null = null;
  #memory = new Map<number, Options>();
  #timer = 0;

  /** Hand over the line once it is open. */
  attach(channel: Channel): void {
    this.#channel = channel;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#channel?.close();
  }

  heard(said: Said): void {
    switch (said.type) {
      case "welcome":
        this.welcome = said;
        if (said.nonce_wanted) void this.ask({ type: "nonce", hex: hex(32) });
        break;
      case "table":
        this.#laid(said);
        break;
      case "chat":
        if (!this.chat.some((line) => line.number === said.number && line.at === said.at)) {
          this.chat = [...this.chat, said];
        }
        break;
      case "presence":
        this.presence = said;
        break;
      case "clock":
        this.clock = said;
        break;
      case "offered":
        this.offered = said.what ? said : null;
        break;
      case "over":
        this.over = said;
        break;
      case "refused":
        this.refusal = said;
        break;
    }
  }

  #laid(said: TableFrame): void {
    const before = this.table;
    const table = said.table;
    if (before !== null) {
      table.board ??= before.board;
      table.pieces = kept(before.pieces, table.pieces);
    }
    this.table = table;
    this.log = [...this.log.slice(0, said.log_from), ...said.log];
    this.fresh = before === null ? [] : said.log.filter((line) => line.x >= 0 && line.rolls.length > 0).slice(-FLASHES);
    this.sequence = said.sequence;
    this.actions = said.actions;
    this.canUndo = said.can_undo;
    this.busy = false;
    this.#memory.clear();
    this.passing = this.#passes(table);
    if (this.passing) void this.#pass(table.idle);
    this.ease();
    this.preview = null;
    this.threat = null;
    this.ending = null;
    if (this.selected >= 0) this.#refresh();
    else this.#aimAgain();
  }

  /** What another seat did meanwhile does not take the aim away, if the same is still possible. */
  #aimAgain(): void {
    const before = this.aim;
    this.aim = null;
    if (before === null) return;
    const again = this.acts.filter((act) => before.acts.some((old) => old.text === act.text));
    const meant = again.find((act) => act.text === before.act.text);
    if (meant === undefined) return;
    this.aim = { ...before, acts: again, act: meant, amount: Math.max(meant.least, Math.min(meant.most, before.amount)) };
    this.#show();
  }

  /** Ask again what the selected piece can do, or let go of it. */
  #refresh(): void {
    const piece = this.pieces.get(this.selected);
    this.aim = null;
    if (piece === undefined) this.let();
    else void this.select(piece.id);
  }

  /** On a free table one piece stands for its group. */
  #leads(piece: Piece): boolean {
    return !this.free || this.table?.pieces.find((other) => other.group === piece.group) === piece;
  }

  /** Answer what the player likes not to be asked. */
  ease(): void {
    const table = this.table;
    if (table === null || !this.#declines(table)) return;
    void this.ask({ type: "act", text: table.decline, sequence: this.sequence, order: uuid() });
  }

  /** Whether an offer is let go by, for the player likes not to be asked. */
  #declines(table: Table): boolean {
    if (!table.decline || !table.to_act.includes(table.seat) || this.welcome?.seat !== table.seat) return false;
    return settings.offers === "never" || (settings.offers === "matters" && !table.matters);
  }

  /** Whether a phase is ended at once, for nothing can be done in it and the player likes it so: one in which
   * something could be done, or whose end was taken back, is the player's to end.
   */
  #passes(table: Table): boolean {
    if (!table.to_act.includes(table.seat) || this.welcome?.seat !== table.seat) return false;
    const phase = `${table.round}/${table.phase}`;
    if (table.idle === "" || this.#undoing) this.#staying = phase;
    this.#undoing = false;
    return settings.passEmpty && phase !== this.#staying;
  }

  async #pass(text: string): Promise<void> {
    const answer = await this.ask({ type: "act", text, sequence: this.sequence, order: uuid() });
    const late = answer.type === "refused" && answer.sequence > this.sequence; // a newer table is under way
    if (answer.type !== "accepted" && !late) this.passing = false;
  }

  ask(question: Question): Promise<Said> {
    if (this.#channel === null) return Promise.resolve({ type: "error", id: 0, reason: "Not connected yet.", wait: 0 });
    return this.#channel.ask(question);
  }

  /** Take a piece in hand and ask what it can do. */
  async select(id: number): Promise<void> {
    this.let();
    this.selected = id;
    const known = this.#memory.get(id);
    if (known !== undefined) {
      this.options = known;
      return;
    }
    this.options = null;
    if (!this.mine && this.acts.length === 0) return;
    const answer = await this.ask({ type: "options", piece: id });
    if (answer.type === "options") {
      this.#memory.set(id, answer.options);
      if (this.selected === id) this.options = answer.options;
    } else if (this.selected === id) {
      this.#told(answer);
    }
  }

  /** Read a card that belongs to no piece. */
  show(card: Card | null): void {
    this.let();
    this.shown = card;
  }

  /** Put down what is in hand. */
  let(): void {
    this.drop();
    this.shown = null;
    this.selected = -1;
    this.options = null;
    this.threat = null;
  }

  /** Forget what was about to be done. */
  drop(): void {
    this.aim = null;
    this.preview = null;
    this.refusal = null;
    this.reason = null;
    this.ending = null;
    clearTimeout(this.#timer);
  }

  /** The name of who sits there, unless it is only the side's own. */
  person(seat: number): string {
    const name = (this.presence?.seats ?? this.welcome?.seats ?? []).find((one) => one.seat === seat)?.name ?? "";
    return this.table?.sides.some((side) => side.name === name) ? "" : name;
  }

  /** All that happened so far is known. */
  sawAll(): void {
    this.seen = this.sequence;
  }

  /** One step back: first the aim, then the piece. */
  back(): void {
    if (this.asking) this.asking = false;
    else if (this.refusal || this.reason || this.ending) this.drop();
    else if (this.aim) this.drop();
    else this.let();
  }

  /** Point at a square: aim at what it offers, confirm what is aimed at it, or take what stands there. */
  point(x: number, y: number, piece?: Piece): void {
    if (this.asking) return void this.why(x, y, piece);
    const key = cellKey(x, y);
    this.cursor = { x: Math.floor(x), y: Math.floor(y) };
    const here = this.spots.get(key) ?? [];
    const acts = [
      ...here.filter((act) => piece !== undefined && act.target === piece.id),
      ...here.filter((act) => act.target < 0 || piece === undefined),
    ];
    const aimed = this.aim !== null && this.aim.spot === key;
    if (piece !== undefined && !acts.some((act) => act.target === piece.id)) {
      if (piece.id === this.selected && aimed) return void this.confirm();
      if (piece.id !== this.selected) return void this.select(piece.id);
    }
    if (aimed) return void this.confirm();
    if (acts.length > 0) this.take(acts, key);
    else if (this.selected >= 0 && piece === undefined) this.back();
  }

  /** Aim at the first of these acts. */
  take(acts: Act[], spot = ""): void {
    const first = acts[0];
    const liked = acts.find((act) => act.place === "c" && act.verb === first?.verb) ?? first;
    if (liked === undefined) return;
    this.refusal = null;
    this.reason = null;
    this.aim = { acts, act: liked, amount: liked.least, spot };
    this.#show();
  }

  /** Mean another of the acts at this spot, or another amount. */
  mean(act: Act, amount = act.least): void {
    if (this.aim === null) return;
    this.aim = { ...this.aim, act, amount: Math.max(act.least, Math.min(act.most, amount)) };
    this.#show();
  }

  #show(): void {
    clearTimeout(this.#timer);
    const aim = this.aim;
    if (aim === null) return;
    const text = worded(aim.act, aim.amount);
    this.#timer = window.setTimeout(async () => {
      const answer = await this.ask({ type: "preview", text });
      if (this.aim !== aim) return;
      if (answer.type === "preview") this.preview = answer.preview;
      else if (answer.type === "refused") this.refusal = answer;
    }, PREVIEW_DELAY);
  }

  /** Do what is aimed at. */
  async confirm(): Promise<void> {
    if (this.aim !== null) await this.does(this.aim.act, this.aim.amount);
  }

  /** Take an act, unless it cannot be mended or ends something while pieces are ready: then ask first. */
  async does(act: Act, amount = act.least, certain = false): Promise<void> {
    if (!certain && (act.warning || (act.ends && settings.warnReady && this.ready.length > 0))) {
      this.drop();
      this.ending = act;
      return;
    }
    await this.say(worded(act, amount));
  }

  /** Send an action by its notation. */
  async say(text: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.drop();
    const answering = this.#answering();
    const answer = await this.ask({ type: "act", text, sequence: this.sequence, order: uuid() });
    this.busy = false;
    if (answer.type === "accepted" && !answering) [this.seen, this.returned] = [answer.sequence, false];
    this.#told(answer);
  }

  /** Whether it is another seat's turn, by the log's headings: what this seat answers meanwhile is no turn of its own. */
  #answering(): boolean {
    const turn = this.log.findLast((line) => line.kind === "turn");
    return turn !== undefined && turn.seat !== this.table?.seat;
  }

  async undo(): Promise<void> {
    if (!this.canUndo || this.busy) return;
    this.drop();
    this.#undoing = true;
    const answer = await this.ask({ type: "undo", sequence: this.sequence, order: uuid() });
    if (answer.type !== "accepted") this.#undoing = false;
    this.#told(answer);
  }

  /** Say something to everyone; a line that is sent again after a break stands once, by its order. */
  chatter(text: string): void {
    void this.ask({ type: "chat", text, order: uuid() });
  }

  #told(answer: Said): void {
    if (answer.type === "refused") this.refusal = answer;
    else if (answer.type === "error") {
      this.refusal = { type: "refused", id: 0, reason: answer.reason, clause: "", text: "", sequence: 0 };
    }
  }

  /** Ask why the selected piece cannot do something at this square. */
  async why(x: number, y: number, piece?: Piece): Promise<void> {
    this.asking = false;
    const about = this.selected >= 0 ? this.selected : (piece?.id ?? -1);
    await this.wonder({ type: "why", piece: about, x: this.free ? x : Math.floor(x), y: this.free ? y : Math.floor(y) }, cellKey(x, y));
  }

  async wonder(question: Question & { type: "why" }, about: string): Promise<void> {
    const answer = await this.ask(question);
    if (answer.type === "why") this.reason = { ...answer.why, about };
    else this.#told(answer);
  }

  /** Why an act that is not offered is not possible. */
  explain(one: Withheld): void {
    this.drop();
    this.reason = { possible: false, reason: `${one.label}: ${one.reason}`, clause: one.clause, text: "", about: "" };
  }

  /** These steps of the guided game need not be shown again. */
  learn(numbers: Iterable<number>): void {
    this.learnt = new Set([...this.learnt, ...numbers]);
  }

  /** Show what the others could do to a piece next, or no longer. */
  async threaten(piece: number): Promise<void> {
    if (this.threat !== null) {
      this.threat = null;
      return;
    }
    const answer = await this.ask({ type: "threat", piece });
    if (answer.type === "threat") this.threat = answer.preview;
    else this.#told(answer);
  }

  /** The next piece that can still act, or the one before. */
  step(by: number): void {
    const ring = this.ready.map((piece) => piece.id);
    const next = nextOf(ring, this.selected >= 0 ? this.selected : undefined, by);
    if (next === undefined) return;
    const piece = this.pieces.get(next);
    if (piece && piece.x >= 0) {
      this.cursor = this.free ? { x: piece.x, y: piece.y } : { x: Math.floor(piece.x), y: Math.floor(piece.y) };
    }
    void this.select(next);
  }
}
