import type { Answer, Request } from "../types";

type Draft<T> = T extends { type: infer Tag } ? { type: Tag } & Partial<Omit<T, "type">> : never;

/** What the client says: the number for the answer is put in when it is sent, fields left out hold their default. */
export type Question = Draft<Request>;

/** What the server says, news and answers alike. */
export type Said = Answer;
