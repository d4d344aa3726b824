import { SHAPES } from "../types";

/**
 * Put back, in place, what the server left out of a struct because it held its default, and do so for the
 * structs inside. Defaults that are lists are shared and must never be written to.
 */
export function fill<T>(name: string, raw: unknown): T {
  const shape = SHAPES[name];
  if (shape === undefined) throw new Error(`no struct called ${name}`);
  const value = raw as Record<string, unknown>;
  for (const key in shape.defaults) {
    if (value[key] === undefined) value[key] = shape.defaults[key];
  }
  for (const key in shape.nested) {
    const inner = value[key];
    const kind = shape.nested[key] as string;
    if (Array.isArray(inner)) for (const one of inner) fill(kind, one);
    else if (inner !== null && typeof inner === "object") fill(kind, inner);
  }
  return value as T;
}

const NAMES = new Map(Object.entries(SHAPES).map(([name, shape]) => [shape.tag, name]));

/** A message of the server, by its tag, complete. */
export function received<T extends { type: string }>(text: string): T {
  const raw = JSON.parse(text) as { type: string };
  const name = NAMES.get(raw.type);
  return name === undefined ? (raw as T) : fill<T>(name, raw);
}
