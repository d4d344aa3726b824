import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { connect } from "./channel";
import type { Said } from "./protocol";

/** A socket made up here: what was sent through it, and a way to answer. */
class Line {
  static last: Line;
  static readonly OPEN = 1;
  readyState = 1;
  sent: { type: string; id: number }[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;

  constructor() {
    Line.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string; id: number });
  }
  close(): void {}
  hear(said: object): void {
    this.onmessage?.({ data: JSON.stringify(said) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what came too fast is asked again when the server says so, and answered once", async () => {
  const heard: Said[] = [];
  const channel = connect("ws://here", { heard: (said) => heard.push(said), line: () => {} });
  const answer = channel.ask({ type: "options", piece: 3 });
  Line.last.hear({ type: "error", id: 1, reason: "too many messages: wait a little", wait: 0.5 });
  expect(Line.last.sent).toHaveLength(1);
  vi.advanceTimersByTime(500);
  expect(Line.last.sent.map((one) => one.id)).toEqual([1, 1]);
  Line.last.hear({ type: "options", id: 1, options: { piece: 3 } });
  expect((await answer).type).toBe("options");
  expect(heard).toEqual([]);
});

test("after a break actions are asked again, questions are not", async () => {
  const channel = connect("ws://here", { heard: () => {}, line: () => {} });
  const question = channel.ask({ type: "options", piece: 3 });
  void channel.ask({ type: "act", text: "END", sequence: 1, order: "x" });
  Line.last.onclose?.();
  expect((await question).type).toBe("error");
  vi.advanceTimersByTime(1000);
  Line.last.onopen?.();
  expect(Line.last.sent.map((one) => one.type)).toEqual(["act"]);
});
