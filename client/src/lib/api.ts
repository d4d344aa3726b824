import type { Account, ArmyBook, CaseMoment, Clause, Health, MatchInfo, MatchLinks, NewMatch, Review, RulebookInfo } from "../types";
import { fill } from "./fill";

/** What the server would not do, in its own words. */
export class Refusal extends Error {}

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "content-type": typeof body === "string" ? "text/plain" : "application/json" },
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
  });
  if (answer.status === 204) return null;
  const text = await answer.text();
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: a refusal from something between here and the server.
  }
  if (!answer.ok) throw new Refusal((value as { reason?: string } | null)?.reason ?? `The server answered ${answer.status}.`);
  return value;
}

const list = <T>(name: string, raw: unknown) => (raw as unknown[]).map((one) => fill<T>(name, one));

let books: Promise<RulebookInfo[]> | null = null;

/** Every rulebook with its scenarios; asked once. */
export function rulebooks(): Promise<RulebookInfo[]> {
  books ??= call("GET", "/api/rulebooks").then((raw) => list<RulebookInfo>("RulebookInfo", raw));
  books.catch(() => (books = null));
  return books;
}

/** How the server is: whether its rules are compiled. */
export async function health(): Promise<Health> {
  return fill("Health", await call("GET", "/health"));
}

/** The army lists of a rulebook. */
export async function armyBooks(rulebook: string): Promise<ArmyBook[]> {
  return list("ArmyBook", await call("GET", `/api/armies/${rulebook}`));
}

/** What an army's file holds, and what is wrong with it. */
export async function reviewArmy(rulebook: string, text: string, points: number): Promise<Review> {
  return fill("Review", await call("POST", `/api/armies/${rulebook}?points=${points}`, text));
}

export async function newMatch(wish: Partial<NewMatch>): Promise<MatchLinks> {
  return fill("MatchLinks", await call("POST", "/api/matches", wish));
}

export async function matchInfo(id: string): Promise<MatchInfo> {
  return fill("MatchInfo", await call("GET", `/api/matches/${id}`));
}

/** The match and the seat that an invitation is for. */
export async function invitation(code: string): Promise<MatchInfo> {
  return fill("MatchInfo", await call("GET", `/api/join/${encodeURIComponent(code)}`));
}

export async function join(invite: string, name: string): Promise<MatchLinks> {
  return fill("MatchLinks", await call("POST", "/api/join", { invite, name }));
}

export async function fork(id: string, at: number, seats: string[]): Promise<MatchLinks> {
  return fill("MatchLinks", await call("POST", `/api/matches/${id}/fork`, { at, seats }));
}

export async function clauses(rulebook: string, words: string): Promise<Clause[]> {
  return list("Clause", await call("GET", `/api/rules/${rulebook}${words ? `?q=${encodeURIComponent(words)}` : ""}`));
}

export async function clause(rulebook: string, id: string): Promise<Clause> {
  return fill("Clause", await call("GET", `/api/rules/${rulebook}/${encodeURIComponent(id)}`));
}

export const caseOf = (rulebook: string, id: string) => call("GET", `/api/cases/${rulebook}/${encodeURIComponent(id)}`);

export async function caseMoments(rulebook: string, id: string): Promise<CaseMoment[]> {
  return list("CaseMoment", await call("GET", `/api/cases/${rulebook}/${encodeURIComponent(id)}/moments`));
}

export async function me(): Promise<Account> {
  return fill("Account", await call("GET", "/api/me"));
}

export async function mine(): Promise<MatchInfo[]> {
  return list("MatchInfo", await call("GET", "/api/mine"));
}

export const register = (name: string, password: string, email: string) =>
  call("POST", "/api/accounts", { name, password, email });
export const logIn = (name: string, password: string) => call("POST", "/api/sessions", { name, password });
export const logOut = (all: boolean) => call("DELETE", `/api/sessions${all ? "?all=1" : ""}`);

export const wantNotices = (id: string, seat: string, email: string, webhook: string) =>
  call("POST", `/api/matches/${id}/notices`, { seat, email, webhook });
