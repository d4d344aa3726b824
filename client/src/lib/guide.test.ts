import { expect, test } from "vitest";

import type { Lesson } from "../types";
import { fill } from "./fill";
import { lessonNow, type Moment } from "./guide";

const lesson = (more: Partial<Lesson>) => fill<Lesson>("Lesson", { text: "…", ...more });
const GUIDE = [
  lesson({ phase: "Movement", offers: "move" }),
  lesson({ phase: "Movement", ready: true }),
  lesson({ phase: "Movement", ready: false }),
  lesson({ offers: "counterattack" }),
];
const now = (phase: string, ready: boolean, ...verbs: string[]): Moment => ({ phase, ready, verbs: new Set(verbs) });

test("of the lessons that hold, the first one not yet learnt is given", () => {
  expect(lessonNow(GUIDE, new Set(), now("Movement", true, "move", "end"))).toBe(0);
  expect(lessonNow(GUIDE, new Set([0]), now("Movement", true, "move"))).toBe(1);
  expect(lessonNow(GUIDE, new Set(), now("Movement", true, "end"))).toBe(1);
  expect(lessonNow(GUIDE, new Set(), now("Movement", false, "end"))).toBe(2);
});

test("a lesson that names no phase holds in any, and where none holds there is none", () => {
  expect(lessonNow(GUIDE, new Set(), now("Direct attacks", true, "counterattack"))).toBe(3);
  expect(lessonNow(GUIDE, new Set(), now("Boardroom", true, "end"))).toBe(-1);
  expect(lessonNow(GUIDE, new Set([3]), now("Boardroom", false, "counterattack"))).toBe(-1);
});
