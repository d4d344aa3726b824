import { expect, test, vi } from "vitest";

import { table } from "../fixtures/table";
import type { Question } from "./protocol";
import { Session } from "./session.svelte";
import { settings } from "./settings.svelte";

/** A seat that is offered something which comes often; what it says of itself. */
function offered(offers: typeof settings.offers, matters: boolean): { session: Session; said: string[] } {
  settings.offers = offers;
  const session = new Session();
  const asked: Question[] = [];
  session.attach({
    ask(question) {
      asked.push(question);
      return Promise.resolve({ type: "accepted", id: 0, sequence: 5 });
    },
    close() {},
  });
  const laid = { ...table(), decline: "pass", matters };
  session.welcome = { seat: laid.seat } as Session["welcome"];
  session.heard({ type: "table", id: 0, sequence: 4, table: laid, log: [], log_from: 0, can_undo: false, actions: 4 });
  return { session, said: asked.flatMap((one) => (one.type === "act" ? [one.text ?? ""] : [])) };
}

test.each([
  ["always", false, []],
  ["always", true, []],
  ["matters", true, []],
  ["matters", false, ["pass"]],
  ["never", true, ["pass"]],
] as const)("asked %s, when it matters %s", async (offers, matters, expected) => {
  const { session, said } = offered(offers, matters);
  await vi.waitFor(() => expect(said).toEqual(expected));
  expect(session.mine).toBe(expected.length === 0);
});

test("who no longer likes to be asked has the open question answered", async () => {
  const { session } = offered("always", false);
  const asked = vi.spyOn(session, "ask");
  settings.offers = "never";
  session.ease();
  expect(asked.mock.calls.map(([question]) => "text" in question && question.text)).toEqual(["pass"]);
});
