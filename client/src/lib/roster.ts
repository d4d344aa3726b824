import type { Review } from "../types";

/** An army being built: the text of its file, in pieces. */
export interface Roster {
  name: string;
  book: string;
  parts: { name: string; stands: [number, string][] }[];
}

/** The roster of an army that the server has read. */
export function rosterOf(review: Review): Roster {
  return { name: review.name, book: review.book, parts: review.parts.map(({ name, stands }) => ({ name, stands })) };
}

/** The army's file. JSON's strings are TOML's. */
export function written({ name, book, parts }: Roster): string {
  const head = [`name = ${JSON.stringify(name)}`, `army_list = ${JSON.stringify(book)}`];
  const blocks = parts.map(
    (part) => `\n[[formation]]\nname = ${JSON.stringify(part.name)}\nstands = [${part.stands.map(([count, stand]) => JSON.stringify(`${count} ${stand}`)).join(", ")}]`,
  );
  return [...head, ...(blocks.length ? blocks : ["formation = []"])].join("\n") + "\n";
}

/** The roster with so many more (or less) of a stand in one formation. */
export function added(roster: Roster, at: number, stand: string, by: number): Roster {
  const parts = roster.parts.map((part, i) => {
    if (i !== at) return part;
    const there = part.stands.some(([, name]) => name === stand);
    const stands = there
      ? part.stands.map(([count, name]): [number, string] => [name === stand ? count + by : count, name])
      : [...part.stands, [by, stand] as [number, string]];
    return { ...part, stands: stands.filter(([count]) => count > 0) };
  });
  return { ...roster, parts };
}

/** A name for a file. */
export const fileName = (name: string): string => `${name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "army"}.toml`;
