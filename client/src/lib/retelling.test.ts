import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { table } from "../fixtures/table";
import type { Entry } from "../types";
import { fill } from "./fill";
import type { Question, Said } from "./protocol";
import { Retelling, steps } from "./retelling.svelte";
import { Session } from "./session.svelte";
import { settings } from "./settings.svelte";

const line = (step: number, seat: number, text: string, x = -1) => ({ ...fill<Entry>("Entry", { text }), step, seat, x, y: x, rolls: [] });
const LOG = [line(1, 0, "mine"), line(2, 1, "a", 3), line(2, 1, "b"), line(4, 1, "c")];

function seated(): { session: Session; asked: number[] } {
  const session = new Session();
  const asked: number[] = [];
  session.attach({
    ask(question: Question) {
      const step = (question as { step: number }).step;
      asked.push(step);
      return Promise.resolve({ type: "replay", id: 0, at: step, of: 4, seat: 0, table: { ...table(), round: `${step}` }, log: [], text: "", step } as Said);
    },
    close() {},
  });
  session.seen = 1;
  session.heard({ type: "table", id: 0, sequence: 4, table: table(), log: LOG, log_from: 0, can_undo: false, actions: 4 });
  return { session, asked };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  settings.motion = true;
});

test("lines of one step are told together", () => {
  expect(steps(LOG).map((lines) => lines.map((one) => one.text).join(""))).toEqual(["mine", "ab", "c"]);
});

test("what others did is shown step by step from where this seat left it, and then the present", async () => {
  const { session, asked } = seated();
  const told = new Retelling(session);
  await told.start();
  expect([asked, told.shown?.table?.round, told.of]).toEqual([[1], "1", 2]);
  await vi.advanceTimersByTimeAsync(700);
  expect([told.shown?.table?.round, told.lines.map((one) => one.text), told.shown?.spotlight?.x]).toEqual(["2", ["a", "b"], 3]);
  await vi.advanceTimersByTimeAsync(1400);
  expect([told.shown?.table?.round, told.at]).toEqual(["4", 1]);
  await vi.advanceTimersByTimeAsync(1400);
  expect([told.on, told.shown, asked]).toEqual([false, null, [1, 2, 4]]);
});

test("it stops at once, and what was still asked for is not shown", async () => {
  const { session } = seated();
  const told = new Retelling(session);
  const begun = told.start();
  told.stop();
  await begun;
  await vi.advanceTimersByTimeAsync(5000);
  expect([told.on, told.shown]).toEqual([false, null]);
});

test("without motion the places alone are marked, on the present table", async () => {
  settings.motion = false;
  const { session, asked } = seated();
  const told = new Retelling(session);
  await told.start();
  expect([told.shown, session.spotlight?.x, asked]).toEqual([null, 3, []]);
  told.stop();
  expect(session.spotlight).toBeNull();
});

test("what this seat does in its own turn is the last it saw; what it answers in another's is not", async () => {
  const { session } = seated();
  const act = async (kind: string, seat: number) => {
    session.heard({ type: "table", id: 0, sequence: 4, table: table(), log: [...LOG, { ...line(4, seat, "d"), kind }], log_from: 0, can_undo: false, actions: 4 });
    session.attach({ ask: () => Promise.resolve({ type: "accepted", id: 0, sequence: 5 } as Said), close() {} });
    await session.say("END");
    return session.seen;
  };
  expect(session.since.map((one) => one.text)).toEqual(["a", "b", "c"]);
  expect(await act("turn", 1)).toBe(1);
  expect(await act("turn", 0)).toBe(5);
  expect(session.since).toEqual([]);
});
