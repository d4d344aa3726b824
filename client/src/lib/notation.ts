import type { Act } from "../types";

/** The notation of an act with its amount put in. */
export function worded(act: Act, amount: number): string {
  return act.most > 0 ? act.text.replaceAll("{n}", String(amount)) : act.text;
}

/** How well `words` fit `text`: -1 if some word is missing; earlier and whole-word finds score higher. */
export function fit(text: string, words: string[]): number {
  const low = text.toLowerCase();
  let score = 0;
  for (const word of words) {
    const at = low.indexOf(word);
    if (at < 0) return -1;
    score += at === 0 ? 3 : /\W/.test(low[at - 1] as string) ? 2 : 1;
  }
  return score;
}

/** The acts that fit what was typed, best first, at most `most` of them. */
export function matching(acts: Act[], typed: string, most = 40): Act[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return acts.slice(0, most);
  return acts
    .map((act) => ({ act, score: fit(`${act.text} ${act.label} ${act.group}`, words) }))
    .filter((found) => found.score >= 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map((found) => found.act);
}

/** An act and amount that the typed text spells in full, if any: "buy fuel 12" for "buy fuel {n}". */
export function spelt(acts: Act[], typed: string): { act: Act; amount: number } | null {
  const text = typed.trim().replace(/\s+/g, " ").toLowerCase();
  for (const act of acts) {
    if (act.most === 0) {
      if (act.text.toLowerCase() === text) return { act, amount: 0 };
      continue;
    }
    const [before, after] = act.text.toLowerCase().split("{n}") as [string, string];
    if (!text.startsWith(before) || !text.endsWith(after)) continue;
    const middle = text.slice(before.length, text.length - after.length);
    const amount = /^\d+$/.test(middle) ? Number(middle) : -1;
    if (amount >= act.least && amount <= act.most) return { act, amount };
  }
  return null;
}

/** Acts under their headings, in the order in which they come. */
export function grouped(acts: Act[]): { name: string; acts: Act[] }[] {
  const groups = new Map<string, Act[]>();
  for (const act of acts) {
    const name = act.group || "Actions";
    const group = groups.get(name);
    if (group) group.push(act);
    else groups.set(name, [act]);
  }
  return [...groups].map(([name, list]) => ({ name, acts: list }));
}
