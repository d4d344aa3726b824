import { expect, test, vi } from "vitest";

import { options, table } from "../fixtures/table";
import type { Act } from "../types";
import { fill } from "./fill";
import type { Question, Said } from "./protocol";
import { Session } from "./session.svelte";

/** A session whose questions are kept, answered from the fixture. */
function seated(more: Partial<ReturnType<typeof table>> = {}): { session: Session; asked: Question[] } {
  const session = new Session();
  const asked: Question[] = [];
  const laid = { ...table(), ...more };
  session.attach({
    ask(question) {
      asked.push(question);
      const answer: Said =
        question.type === "options"
          ? { type: "options", id: 0, options: options(laid, question.piece ?? -1) }
          : { type: "accepted", id: 0, sequence: 5 };
      return Promise.resolve(answer);
    },
    close() {},
  });
  session.heard({ type: "table", id: 0, sequence: 4, table: laid, log: [], log_from: 0, can_undo: false, actions: 4 });
  return { session, asked };
}

const sent = (asked: Question[]) => asked.filter((one) => one.type === "act").map((one) => one.text);

test("a first click aims, a second one at the same square confirms", async () => {
  const { session, asked } = seated();
  await session.select(3);
  session.point(5.5, 5.5);
  expect(session.aim?.act.text).toBe("MOVE #3 5 5 ");
  expect(sent(asked)).toEqual([]);
  session.point(5.5, 5.5);
  await vi.waitFor(() => expect(sent(asked)).toEqual(["MOVE #3 5 5 "]));
});

test("another square changes the aim and confirms nothing", async () => {
  const { session, asked } = seated();
  await session.select(3);
  session.point(5.5, 5.5);
  session.point(5.5, 6.5);
  expect(session.aim?.act.text).toBe("MOVE #3 5 6 ");
  expect(sent(asked)).toEqual([]);
});

test("of several places in a square the centre is offered first, any can be meant", async () => {
  const { session } = seated();
  await session.select(1);
  session.point(6.5, 3.5);
  expect(session.aim?.act.place).toBe("c");
  session.mean(session.aim?.acts.find((act) => act.place === "se") as Act);
  expect(session.aim?.act.text).toBe("MOVE #1 6 3 se");
});

test("a click on an enemy within range aims at it, not at its square", async () => {
  const { session } = seated();
  await session.select(1);
  session.point(7.5, 5.5, session.pieces.get(11));
  expect(session.aim?.act.verb).toBe("attack");
});

test("escape goes back one step at a time", async () => {
  const { session } = seated();
  await session.select(3);
  session.point(5.5, 5.5);
  session.back();
  expect([session.aim, session.selected]).toEqual([null, 3]);
  session.back();
  expect(session.selected).toBe(-1);
});

test("an end waits for a second word while pieces are ready", async () => {
  const { session, asked } = seated();
  const end = session.acts.find((act) => act.ends) as Act;
  await session.does(end);
  expect(session.ending?.text).toBe("END");
  expect(sent(asked)).toEqual([]);
  await session.does(end, 0, true);
  expect(sent(asked)).toEqual(["END"]);
});

test("an end does not wait when no piece is ready", async () => {
  const pieces = table().pieces.map((piece) => ({ ...piece, ready: false }));
  const { session, asked } = seated({ pieces });
  await session.does(session.acts.find((act) => act.ends) as Act);
  expect(sent(asked)).toEqual(["END"]);
});

test("a phase that begins with nothing to do ends by itself, unless its end was just taken back", async () => {
  const { session, asked } = seated();
  session.heard(fill("Welcome", { type: "welcome", seat: 0, scenario: fill("Outline", {}), seats: [] }));
  const lay = (phase: string, idle: string) =>
    session.heard({ type: "table", id: 0, sequence: 5, table: { ...table(), phase, idle }, log: [], log_from: 0, can_undo: true, actions: 5 });
  lay("Deployment", "");
  lay("Deployment", "END"); // the last piece has acted: the player says when it is enough
  expect([sent(asked), session.mine]).toEqual([[], true]);
  lay("Logistics", "END");
  expect([sent(asked), session.mine]).toEqual([["END"], false]);
  lay("Logistics", "END"); // the server had news meanwhile and wants it said again
  expect(sent(asked)).toEqual(["END", "END"]);
  lay("Boardroom", "");
  expect([sent(asked), session.mine]).toEqual([["END", "END"], true]);
  await session.undo();
  lay("Logistics", "END");
  expect([sent(asked), session.mine]).toEqual([["END", "END"], true]);
});

test("what cannot be mended waits for a second word though no piece is ready", async () => {
  const { session, asked } = seated({ pieces: [] });
  const leave = { ...(session.acts.find((act) => act.verb === "withdraw") as Act), warning: "For good." };
  await session.does(leave);
  expect([session.ending, sent(asked)]).toEqual([leave, []]);
  await session.does(leave, 0, true);
  expect(sent(asked)).toEqual(["WITHDRAW"]);
});

test("what another seat does meanwhile leaves the aim, as long as it is still possible", () => {
  const { session } = seated();
  const lay = (acts: Act[]) =>
    session.heard({ type: "table", id: 0, sequence: 5, table: { ...table(), acts }, log: [], log_from: 0, can_undo: false, actions: 5 });
  const buy = session.acts.find((act) => act.most > 0) as Act;
  session.take([buy]);
  session.mean(buy, 30);
  lay([{ ...buy, most: 20 }]);
  expect([session.aim?.act.text, session.aim?.amount]).toEqual([buy.text, 20]);
  lay([]);
  expect(session.aim).toBeNull();
});

test("a reason is given for what is not offered", () => {
  const { session } = seated();
  session.explain({ label: "Attack", reason: "No Ammunition.", clause: "ST-ATK-04" });
  expect(session.reason).toMatchObject({ possible: false, clause: "ST-ATK-04" });
});

test("the amount stays within its bounds and goes into the notation", async () => {
  const { session, asked } = seated();
  const buy = session.acts.find((act) => act.most > 0) as Act;
  session.take([buy]);
  session.mean(buy, 99);
  await session.confirm();
  expect(sent(asked)).toEqual(["BUY_FUEL 40"]);
});

test("a line of chat carries an order of its own, so that it stands once", () => {
  const { session, asked } = seated();
  session.chatter("Good luck!");
  session.chatter("Good luck!");
  const [one, two] = asked.filter((line) => line.type === "chat");
  expect(one).toMatchObject({ text: "Good luck!", order: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(two?.order).not.toBe(one?.order);
});

test("nothing is asked about a piece while it is another seat's turn", async () => {
  const { session, asked } = seated({ to_act: [1], acts: [] });
  await session.select(3);
  expect(asked).toEqual([]);
});

test("log lines replace those from where they say", () => {
  const { session } = seated();
  const line = (text: string) => ({ text, seat: 0, kind: "", rolls: [], clause: "", x: -1, y: -1, pieces: [], step: 0 });
  const lay = (log_from: number, ...texts: string[]) =>
    session.heard({ type: "table", id: 0, sequence: 5, table: table(), log: texts.map(line), log_from, can_undo: false, actions: 5 });
  lay(0, "a", "b", "c");
  lay(2, "d", "e");
  expect(session.log.map((one) => one.text).join("")).toBe("abde");
});

test("the next ready piece is the one after the piece in hand", async () => {
  const { session } = seated();
  session.step(1);
  const first = session.selected;
  session.step(1);
  expect(session.selected).not.toBe(first);
  session.step(-1);
  expect(session.selected).toBe(first);
});
