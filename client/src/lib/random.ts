// Not crypto.randomUUID: it is missing where a page comes from another machine without TLS.

/** Random bytes in hexadecimal. */
export function hex(count: number): string {
  return [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A name for one order, so that the server takes it once however often it arrives. */
export function uuid(): string {
  const text = hex(16);
  const variant = "89ab"[Number.parseInt(text[16] as string, 16) % 4];
  return [text.slice(0, 8), text.slice(8, 12), `4${text.slice(13, 16)}`, variant + text.slice(17, 20), text.slice(20)].join("-");
}
