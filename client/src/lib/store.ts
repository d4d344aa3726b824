import type { MatchLinks } from "../types";

/** A match this browser has a seat at. The link holds the seat's secret: it stays in this browser. */
export interface Kept {
  id: string;
  link: string;
  title: string;
  /** What was last seen: round, phase, whose turn. */
  state: string;
  /** Milliseconds since 1970. */
  at: number;
  over: boolean;
}

const KEY = "sandtable.matches";
const MOST = 40;

/** The matches of this browser, last played first. */
export function keptMatches(): Kept[] {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
    return all.sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

function write(all: Kept[]): void {
  put(KEY, JSON.stringify(all.slice(0, MOST)));
}

export function keep(match: Kept): void {
  write([match, ...keptMatches().filter((other) => other.id !== match.id)]);
}

export function forget(id: string): void {
  write(keptMatches().filter((match) => match.id !== id));
}

function put(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // A browser that stores nothing still plays: its links are in the address bar.
  }
}

/** What the maker of a match hands out: invitations to its open seats, and the link for spectators. */
export interface Links {
  invites: { seat: number; name: string; link: string }[];
  watch: string;
}

export function keepLinks(made: MatchLinks): void {
  const invites = made.seats.filter((seat) => seat.invite).map(({ seat, name, invite }) => ({ seat, name, link: invite }));
  put(`sandtable.links.${made.match}`, JSON.stringify({ invites, watch: made.watch_link }));
}

/** None of a match that was not made in this browser. */
export function linksOf(id: string): Links {
  return JSON.parse(stored(`sandtable.links.${id}`) ?? `{"invites": [], "watch": ""}`) as Links;
}

/** The step of a match up to which this browser has shown what happened, for "since your last turn". */
export function seenStep(id: string, seat: number): number {
  return Number(stored(`sandtable.step.${id}.${seat}`) ?? 0);
}

export function sawStep(id: string, seat: number, step: number): void {
  put(`sandtable.step.${id}.${seat}`, String(step));
}

/** The steps of a scenario's guided game that this browser need not show again. */
export function learntLessons(scenario: string): number[] {
  return (stored(`sandtable.guide.${scenario}`) ?? "").split(" ").filter(Boolean).map(Number);
}

export function keepLearnt(scenario: string, lessons: Iterable<number>): void {
  put(`sandtable.guide.${scenario}`, [...lessons].join(" "));
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
