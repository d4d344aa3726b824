import type { Act, Share } from "../types";

/** The act with one more of a share for a piece, or none if it has the most it can have. */
export function dealt(act: Act, word: string, piece: number): Act {
  const shares = act.shares.map((share) => {
    if (share.word !== word) return share;
    const portions = share.portions.map((one) => (one.piece === piece ? { ...one, now: one.now < one.most ? one.now + 1 : 0 } : one));
    const over = share.total < 0 ? 0 : portions.reduce((sum, one) => sum + one.now, 0) - share.total;
    const other = portions.find((one) => one.piece !== piece && one.now > 0);
    // One too many: it is taken from another piece, so that a tap moves it.
    return { ...share, portions: over > 0 && other ? portions.map((one) => (one === other ? { ...one, now: one.now - 1 } : one)) : portions };
  });
  return { ...act, shares, text: spelled(act.stem, shares) };
}

/** An act's notation: its stem, and the words of its shares. */
export function spelled(stem: string, shares: Share[]): string {
  const words = shares.flatMap((share) => {
    const some = share.portions.filter((one) => one.now > 0);
    if (some.length === 0) return [];
    return [share.word, share.total < 0 ? some.map((one) => one.key).join("") : some.map((one) => `${one.key}${one.now}`).join(" ")];
  });
  return [stem, ...words].join(" ");
}
