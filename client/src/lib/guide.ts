import type { Lesson } from "../types";

/** What a lesson may hang on: the table's phase, the verbs on offer, whether a piece is ready. */
export interface Moment {
  phase: string;
  verbs: Set<string>;
  ready: boolean;
}

/** Whether everything holds that a lesson names. */
export function holds(lesson: Lesson, now: Moment): boolean {
  return (
    (lesson.phase === "" || lesson.phase === now.phase) &&
    (lesson.offers === "" || now.verbs.has(lesson.offers)) &&
    (lesson.ready === null || lesson.ready === now.ready)
  );
}

/** The number of the first lesson that holds and is not learnt; -1 if there is none. */
export function lessonNow(guide: Lesson[], learnt: Set<number>, now: Moment): number {
  return guide.findIndex((lesson, number) => !learnt.has(number) && holds(lesson, now));
}
