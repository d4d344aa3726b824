import type { Entry } from "../types";
import { Session } from "./session.svelte";
import { animated } from "./settings.svelte";

/** Milliseconds for a step of which there is something to look at, for another, and for all of them together. */
const PACE = 1300;
const BRIEF = 650;
const LONGEST = 30_000;
const LEAST = 350;

/** Log lines, those of one step together. */
export function steps(lines: Entry[]): Entry[][] {
  const found: Entry[][] = [];
  for (const line of lines) {
    if (found.at(-1)?.[0]?.step === line.step) found.at(-1)!.push(line);
    else found.push([line]);
  }
  return found;
}

/** What others did, shown again step by step as this seat saw it. Who wants no motion is shown the places alone. */
export class Retelling {
  /** The table as it was; null while the present one is shown. */
  shown = $state.raw<Session | null>(null);
  /** What happened in the step that is shown. */
  lines = $state.raw<Entry[]>([]);
  at = $state(0);
  of = $state(0);
  paused = $state(false);

  #session: Session;
  #steps: Entry[][] = [];
  /** Counts the tellings: what an earlier one still waits for is not shown in a later one. */
  #run = 0;
  #timer = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  get on(): boolean {
    return this.of > 0;
  }

  /** Tell what happened since this seat's last turn. */
  async start(): Promise<void> {
    this.stop();
    const all = steps(this.#session.since);
    const eventful = all.filter((lines) => lines.some((line) => line.kind !== "phase"));
    this.#steps = eventful.length ? eventful : all;
    this.of = this.#steps.length;
    this.paused = false;
    const first = this.#steps[0]?.[0];
    if (first === undefined) return;
    const run = this.#run;
    if (animated()) {
      const past = new Session();
      if (!(await this.#lay(past, first.step - 1)) || run !== this.#run) return;
      this.shown = past;
      this.#timer = window.setTimeout(() => void this.to(0), BRIEF);
    } else await this.to(0);
  }

  /** Show a step, and after a while the next one. */
  async to(at: number): Promise<void> {
    clearTimeout(this.#timer);
    const lines = this.#steps[at];
    if (lines === undefined) return this.stop();
    const run = ++this.#run;
    if (this.shown && !(await this.#lay(this.shown, lines[0]!.step))) return this.stop();
    if (run !== this.#run) return;
    this.at = at;
    this.lines = lines;
    const place = lines.find((line) => line.x >= 0) ?? null;
    (this.shown ?? this.#session).spotlight = place;
    const pace = place || lines.some((line) => line.rolls.length) ? PACE : BRIEF;
    if (!this.paused) this.#timer = window.setTimeout(() => void this.to(at + 1), Math.max(LEAST, Math.min(pace, LONGEST / this.of)));
  }

  /** Wait at the step that is shown, or go on. */
  pause(): void {
    this.paused = !this.paused;
    clearTimeout(this.#timer);
    if (!this.paused) void this.to(this.at + 1);
  }

  /** Back to the present. */
  stop(): void {
    this.#run += 1;
    clearTimeout(this.#timer);
    if (this.on) this.#session.spotlight = null;
    this.shown = null;
    this.lines = [];
    this.at = this.of = 0;
  }

  /** Lay the table as this seat saw it after a step; whether that could be done. */
  async #lay(past: Session, step: number): Promise<boolean> {
    const answer = await this.#session.ask({ type: "replay", step: Math.max(0, step) });
    if (answer.type !== "replay") return false;
    const table = { ...answer.table, acts: [], to_act: [] };
    past.heard({ type: "table", id: 0, sequence: answer.at, table, log: answer.log, log_from: 0, can_undo: false, actions: answer.at });
    return true;
  }
}
