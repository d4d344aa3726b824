/** Where the reader is. Pages of a match and invitations have paths; all others stand behind `#/`. */
export type Route =
  | { page: "start" }
  | { page: "scenario"; id: string }
  | { page: "match"; id: string; seats: string[]; watch: string; replay: boolean }
  | { page: "join"; code: string }
  | { page: "rules"; rulebook: string; clause: string }
  | { page: "army"; rulebook: string }
  | { page: "settings" }
  | { page: "trial" };

/** Read an address. Tokens stand after `#`, so that they reach no log. */
export function routeOf(path: string, hash: string): Route {
  const match = /^\/match\/([^/]+)/.exec(path);
  if (match) {
    const words = new URLSearchParams(hash.replace(/^#/, ""));
    return {
      page: "match",
      id: match[1] as string,
      seats: words.getAll("seat"),
      watch: words.get("watch") ?? "",
      replay: words.has("replay"),
    };
  }
  const join = /^\/join\/([^/]+)/.exec(path);
  if (join) return { page: "join", code: decodeURIComponent(join[1] as string) };
  const [, page = "", ...rest] = hash.split("/");
  const name = rest.map(decodeURIComponent).join("/");
  switch (page) {
    case "scenario":
      return { page: "scenario", id: name };
    case "join":
      return { page: "join", code: name };
    case "rules":
      return { page: "rules", rulebook: rest[0] ?? "", clause: rest[1] ?? "" };
    case "army":
      return { page: "army", rulebook: name };
    case "settings":
      return { page: "settings" };
    case "trial":
      return { page: "trial" };
    default:
      return { page: "start" };
  }
}

const here = $state({ route: routeOf(location.pathname, location.hash) });

window.addEventListener("hashchange", () => (here.route = routeOf(location.pathname, location.hash)));
window.addEventListener("popstate", () => (here.route = routeOf(location.pathname, location.hash)));

export function route(): Route {
  return here.route;
}

/** Go to an address of this site without loading the page anew. */
export function go(address: string): void {
  history.pushState(null, "", address);
  here.route = routeOf(location.pathname, location.hash);
  window.scrollTo(0, 0);
}
