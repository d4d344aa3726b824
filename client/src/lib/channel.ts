import { received } from "./fill";
import type { Question, Said } from "./protocol";

/** A line to the server: questions out, answers and news in. */
export interface Channel {
  ask(question: Question): Promise<Said>;
  close(): void;
}

export interface Listener {
  heard(said: Said): void;
  /** The line went down or came up again. */
  line(up: boolean): void;
}

interface Waiting {
  question: Question & { id: number };
  answer: (answer: Said) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;

/** Actions are asked again after a break: the server knows them by their order and takes each once. */
const LASTING = new Set(["act", "undo", "chat"]);

/** Open a socket that comes back by itself. */
export function connect(address: string, listener: Listener): Channel {
  const waiting = new Map<number, Waiting>();
  let socket: WebSocket | null = null;
  let number = 0;
  let wait = FIRST_WAIT;
  let closed = false;
  let timer = 0;

  function open(): void {
    socket = new WebSocket(address);
    socket.onopen = () => {
      wait = FIRST_WAIT;
      listener.line(true);
      for (const { question } of waiting.values()) socket?.send(JSON.stringify(question));
    };
    socket.onmessage = (event) => hear(received<Said>(event.data as string));
    socket.onclose = () => {
      if (closed) return;
      listener.line(false);
      for (const [id, { question, answer }] of waiting) {
        if (LASTING.has(question.type)) continue;
        waiting.delete(id);
        answer({ type: "error", id, reason: "The line to the server broke.", wait: 0 });
      }
      timer = window.setTimeout(open, wait);
      wait = Math.min(LONGEST_WAIT, wait * 1.7);
    };
  }

  function hear(said: Said): void {
    const asked = waiting.get(said.id);
    if (asked === undefined) return listener.heard(said);
    if (said.type === "error" && said.wait > 0) { // it came too fast
      setTimeout(() => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(asked.question)), said.wait * 1000);
      return;
    }
    waiting.delete(said.id);
    asked.answer(said);
  }

  open();
  return {
    ask(question) {
      const id = ++number;
      return new Promise((answer) => {
        const numbered = { ...question, id };
        waiting.set(id, { question: numbered, answer });
        if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(numbered));
      });
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
