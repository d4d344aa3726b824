import { expect, test } from "vitest";

import type { Roll } from "../types";
import { bytes, commitment, faults, matchKey, sealedFace, sealingKey } from "./dice";

// Faces, key and commitment as sandtable.core.dice and sandtable.play.proof make them of this secret and these nonces.
const SECRET = Uint8Array.from({ length: 32 }, (_, i) => i);
const NONCES = [bytes("0102"), bytes("ff")];
const key = async () => sealingKey(await matchKey(SECRET, NONCES));
const D10 = [5, 5, 7, 2, 10, 2, 10, 8, 4, 5, 5, 6];

test("the promise is the secret's SHA-256", async () => {
  expect(await commitment(SECRET)).toBe("630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
});

test("the match's key mixes secret and nonces as the server does", async () => {
  const made = await matchKey(SECRET, NONCES);
  expect([...made].map((byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(
    "0fabe81894f3e553a540cf1aeda710c81fe4e539a6850a5eec3cfc41e7c364b4",
  );
});

test("every die is the one that the server rolls", async () => {
  const sealed = await key();
  expect(await Promise.all(D10.map((_, i) => sealedFace(sealed, 7, 3, i, 10)))).toEqual(D10);
  const d20 = await Promise.all([0, 1, 2, 3, 4, 5].map((i) => sealedFace(sealed, 1234, 250, i, 20)));
  expect(d20).toEqual([3, 20, 16, 13, 18, 11]);
});

test("a die that was turned is found", async () => {
  const roll = (faces: number[]): Roll => ({ name: "Attack", sides: 10, faces, modifier: 0, seat: 0, purpose: 3, first: 0 });
  expect(await faults(await key(), 7, [roll(D10)])).toEqual([]);
  const turned = D10.with(4, 9);
  expect((await faults(await key(), 7, [roll(turned)]))[0]?.expected).toEqual(D10);
});

test("dice from the middle of an action are counted from their first", async () => {
  const roll: Roll = { name: "Defence", sides: 10, faces: D10.slice(4, 8), modifier: 0, seat: 1, purpose: 3, first: 4 };
  expect(await faults(await key(), 7, [roll])).toEqual([]);
});
