const KEY = "sandtable.settings";

const START = {
  theme: "system" as "system" | "light" | "dark",
  symbols: "silhouette" as "silhouette" | "military",
  motion: true,
  warnReady: true,
  /** A phase in which nothing can be done ends by itself. */
  passEmpty: true,
  /** Offers that come often and are seldom taken, such as snap actions: when to be asked. */
  offers: "matters" as "always" | "matters" | "never",
  coordinates: true,
  /** On return, what happened meanwhile is shown again. */
  retell: true,
  notices: false,
  name: "",
};

export type Settings = typeof START;

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

/** What this person likes; kept in the browser. */
export const settings: Settings = $state({ ...START, ...stored() });

/** Change one liking and remember it. */
export function prefer<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that stores nothing still plays.
  }
}

/** Whether pieces may move before the eye. */
export function animated(): boolean {
  return settings.motion && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
