import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";

import App from "./App.svelte";

afterEach(() => document.body.replaceChildren());

test("the page names itself in its one first heading", () => {
  const app = mount(App, { target: document.body });
  flushSync();

  const headings = [...document.querySelectorAll("main h1")].map((heading) => heading.textContent);
  expect(headings).toEqual(["Sandtable"]);

  void unmount(app);
});
