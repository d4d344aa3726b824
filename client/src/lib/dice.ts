import type { Roll } from "../types";

const WORDS = 2 ** 32;

/** The bytes of a text of hexadecimal digits. */
export function bytes(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

/** The key that seals a match's dice, ready for `sealedFace`. */
export function sealingKey(key: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/**
 * The face that a sealed die must show: the first word of HMAC-SHA256 over action, purpose, index and
 * attempt (four big-endian bytes each), drawn again while it would favour low faces.
 */
export async function sealedFace(
  key: CryptoKey,
  action: number,
  purpose: number,
  index: number,
  sides: number,
): Promise<number> {
  const limit = WORDS - (WORDS % sides);
  const message = new DataView(new ArrayBuffer(16));
  message.setInt32(0, action);
  message.setInt32(4, purpose);
  message.setInt32(8, index);
  for (let attempt = 0; ; attempt++) {
    message.setInt32(12, attempt);
    const digest = new DataView(await crypto.subtle.sign("HMAC", key, message));
    const word = digest.getUint32(0);
    if (word < limit) return (word % sides) + 1;
  }
}

/** One roll that does not show what the secret says it must. */
export interface Fault {
  action: number;
  roll: Roll;
  expected: number[];
}

/** Check every die of one action's rolls against the secret key. */
export async function faults(key: CryptoKey, action: number, rolls: Roll[]): Promise<Fault[]> {
  const found: Fault[] = [];
  for (const roll of rolls) {
    const expected = await Promise.all(
      roll.faces.map((_, i) => sealedFace(key, action, roll.purpose, roll.first + i, roll.sides)),
    );
    if (expected.some((face, i) => face !== roll.faces[i])) found.push({ action, roll, expected });
  }
  return found;
}

/** What was promised of a secret: its SHA-256, in hexadecimal. */
export async function commitment(secret: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", secret)));
}

/** The key of a match's dice: HMAC-SHA256 of the players' nonces, a byte of length before each. */
export async function matchKey(
  secret: Uint8Array<ArrayBuffer>,
  nonces: Uint8Array<ArrayBuffer>[],
): Promise<Uint8Array<ArrayBuffer>> {
  const message = Uint8Array.from(nonces.flatMap((nonce) => [nonce.length, ...nonce]));
  return new Uint8Array(await crypto.subtle.sign("HMAC", await sealingKey(secret), message));
}

function hexOf(data: Uint8Array): string {
  return [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
