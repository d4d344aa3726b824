/** The looks that `Textures.svelte` draws; any other is drawn plain. */
export const LOOKS = new Set([
  "open", "forest", "marsh", "rocky", "rubble", "urban", "special", "water", "causeway", "road", "hill", "building",
  "crater", "mines",
]);

export function textureOf(look: string): string {
  return `url(#look-${LOOKS.has(look) ? look : "plain"})`;
}

const INKED = new Set(["forest", "marsh", "rocky", "rubble", "urban", "special", "water", "causeway"]);

export function edgeOf(look: string): string {
  return INKED.has(look) ? `var(--${look}-ink)` : "var(--rubble-ink)";
}
