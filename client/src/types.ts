// Written by scripts/typescript.py from the Python structs. Do not edit: run it again.

export interface Lesson {
  text: string;
  title: string;
  phase: string;
  offers: string;
  ready: boolean | null;
  clause: string;
  x: number;
  y: number;
}

export interface Outline {
  id: string;
  title: string;
  seats: number;
  pitch: string;
  length: string;
  briefing: string[];
  names: string[];
  tutorial: boolean;
  guide: Lesson[];
  even: boolean;
}

export interface Fact {
  label: string;
  value: string;
  most: number;
  now: number;
  clause: string;
  tone: "bad" | "enemy" | "good" | "own" | "plain" | "warn";
}

export interface Badge {
  text: string;
  title: string;
  tone: "bad" | "enemy" | "good" | "own" | "plain" | "warn";
}

export interface Bead {
  colour: string;
  letter: string;
}

export interface Side {
  seat: number;
  name: string;
  colours: [string, string];
  letter: string;
  state: string;
  to_act: boolean;
  facts: Fact[];
}

export interface Terrain {
  key: string;
  name: string;
  look: string;
  note: string;
  clause: string;
}

export interface Mark {
  kind: string;
  x: number;
  y: number;
  name: string;
  owner: number;
  text: string;
  w: number;
  h: number;
  shape: string;
  reach: number;
  clause: string;
}

export interface Area {
  key: string;
  name: string;
  points: [number, number][];
  note: string;
}

export interface Board {
  kind: "free" | "hex" | "square";
  columns: number;
  rows: number;
  legend: Terrain[];
  cells: string[];
  areas: Area[];
  name: string;
}

export interface Piece {
  id: number;
  owner: number;
  name: string;
  symbol: string;
  letters: string;
  x: number;
  y: number;
  w: number;
  h: number;
  shape: string;
  flag: Bead[];
  badges: Badge[];
  group: number;
  tray: string;
  ready: boolean;
  note: string;
}

export interface Group {
  id: number;
  owner: number;
  name: string;
  short: string;
  badges: Badge[];
  ready: boolean;
  note: string;
}

export interface Card {
  piece: number;
  title: string;
  subtitle: string;
  facts: Fact[];
  texts: string[];
  tray: string;
  count: number;
}

export interface Portion {
  piece: number;
  key: string;
  most: number;
  now: number;
}

export interface Share {
  word: string;
  label: string;
  portions: Portion[];
  total: number;
  clause: string;
}

export interface Act {
  text: string;
  verb: string;
  label: string;
  piece: number;
  target: number;
  x: number;
  y: number;
  place: string;
  cost: string;
  least: number;
  most: number;
  path: [number, number][];
  group: string;
  ends: boolean;
  warning: string;
  beads: Bead[];
  stem: string;
  shares: Share[];
  clause: string;
}

export interface Mover {
  piece: number;
  key: string;
  dx: number;
  dy: number;
  reach: number;
  pace: number;
  least: number;
  range: number;
  link: number;
}

export interface Drag {
  text: string;
  verb: string;
  label: string;
  movers: Mover[];
  legs: number;
  all: boolean;
  tail: string;
  off: string;
  wary: number[];
  zone: number;
  touch: number;
  clause: string;
}

export interface Result {
  title: string;
  lines: string[];
  ranks: number[];
  points: number[];
}

export interface Table {
  rulebook: string;
  scenario: string;
  title: string;
  seat: number;
  round: string;
  phase: string;
  phases: string[];
  prompt: string;
  to_act: number[];
  sides: Side[];
  board: Board | null;
  marks: Mark[];
  pieces: Piece[];
  groups: Group[];
  cards: Card[];
  trays: string[];
  acts: Act[];
  decline: string;
  matters: boolean;
  idle: string;
  briefing: string[];
  result: Result | null;
}

export interface Withheld {
  label: string;
  reason: string;
  clause: string;
}

export interface Options {
  piece: number;
  acts: Act[];
  withheld: Withheld[];
  drags: Drag[];
  note: string;
  clause: string;
}

export interface Chance {
  name: string;
  chances: number[];
  exact: string[];
  mean: number;
  destroyed: number;
}

export interface Modifier {
  name: string;
  size: string;
  clause: string;
}

export interface Spot {
  piece: number;
  text: string;
  title: string;
  tone: "bad" | "enemy" | "good" | "own" | "plain" | "warn";
}

export interface Ray {
  start: [number, number];
  end: [number, number];
  text: string;
  tone: "bad" | "enemy" | "good" | "own" | "plain" | "warn";
}

export interface Preview {
  title: string;
  lines: string[];
  modifiers: Modifier[];
  chances: Chance[];
  sources: number[];
  spots: Spot[];
  rays: Ray[];
  legal: boolean;
  reason: string;
  clause: string;
}

export interface Why {
  possible: boolean;
  reason: string;
  clause: string;
  text: string;
}

export interface Entry {
  text: string;
  seat: number;
  kind: string;
  rolls: Roll[];
  clause: string;
  x: number;
  y: number;
  pieces: number[];
  step: number;
}

export interface Roll {
  name: string;
  sides: number;
  faces: number[];
  modifier: number;
  seat: number;
  purpose: number;
  first: number;
}

export interface Choice {
  name: string;
  kind: string;
  points: number;
  facts: Fact[];
}

export interface ArmyBook {
  id: string;
  name: string;
  blurb: string;
  choices: Choice[];
  ready: Record<string, string>;
  limits: number[];
  standard: number;
  rules: string[];
}

export interface Fault {
  text: string;
  clause: string;
  line: number;
  field: string;
  part: number;
}

export interface Part {
  name: string;
  stands: [number, string][];
  points: number;
}

export interface Review {
  name: string;
  book: string;
  points: number;
  parts: Part[];
  faults: Fault[];
}

export interface Ask {
  type: "Ask";
  id: number;
}

export interface TakeAction {
  type: "act";
  text: string;
  sequence: number;
  order: string;
  id: number;
}

export interface AskOptions {
  type: "options";
  piece: number;
  id: number;
}

export interface AskPreview {
  type: "preview";
  text: string;
  id: number;
}

export interface AskWhy {
  type: "why";
  text: string;
  piece: number;
  x: number;
  y: number;
  id: number;
}

export interface AskThreat {
  type: "threat";
  piece: number;
  id: number;
}

export interface TakeBack {
  type: "undo";
  sequence: number;
  order: string;
  id: number;
}

export interface Resign {
  type: "resign";
  order: string;
  id: number;
}

export interface Offer {
  type: "offer";
  what: "accept" | "decline" | "draw" | "rematch" | "takeover";
  seat: number;
  id: number;
}

export interface Say {
  type: "chat";
  text: string;
  order: string;
  id: number;
}

export interface AskReplay {
  type: "replay";
  at: number;
  seat: number;
  step: number;
  id: number;
}

export interface AskLuck {
  type: "luck";
  id: number;
}

export interface GiveNonce {
  type: "nonce";
  hex: string;
  id: number;
}

export interface Ping {
  type: "ping";
  id: number;
}

export interface Frame {
  type: "Frame";
  id: number;
}

export interface SeatInfo {
  seat: number;
  name: string;
  player: "human" | "open" | "random" | "scripted";
  joined: boolean;
  present: boolean;
}

export interface Clock {
  pace: "correspondence" | "live" | "none";
  left: number[];
  running: number[];
}

export interface Welcome {
  type: "welcome";
  match: string;
  seat: number;
  rulebook: string;
  prefix: string;
  scenario: Outline;
  seats: SeatInfo[];
  commitment: string;
  begun: boolean;
  nonce_wanted: boolean;
  hotseat: boolean;
  pace: "correspondence" | "live" | "none";
  sequence: number;
  actions: number;
  notices: string[];
  id: number;
}

export interface TableFrame {
  type: "table";
  sequence: number;
  table: Table;
  log: Entry[];
  log_from: number;
  can_undo: boolean;
  actions: number;
  id: number;
}

export interface Accepted {
  type: "accepted";
  sequence: number;
  id: number;
}

export interface Refused {
  type: "refused";
  reason: string;
  clause: string;
  text: string;
  sequence: number;
  id: number;
}

export interface OptionsFrame {
  type: "options";
  options: Options;
  id: number;
}

export interface PreviewFrame {
  type: "preview";
  preview: Preview;
  id: number;
}

export interface ThreatFrame {
  type: "threat";
  preview: Preview;
  id: number;
}

export interface WhyFrame {
  type: "why";
  why: Why;
  id: number;
}

export interface ReplayFrame {
  type: "replay";
  at: number;
  of: number;
  seat: number;
  table: Table;
  log: Entry[];
  text: string;
  step: number;
  id: number;
}

export interface SeatLuck {
  seat: number;
  dice: number;
  share: number;
  sigma: number;
  faces: Record<string, number[]>;
}

export interface LuckFrame {
  type: "luck";
  seats: SeatLuck[];
  id: number;
}

export interface ChatFrame {
  type: "chat";
  seat: number;
  text: string;
  at: number;
  number: number;
  id: number;
}

export interface Presence {
  type: "presence";
  seats: SeatInfo[];
  watching: number;
  id: number;
}

export interface ClockFrame {
  type: "clock";
  clock: Clock;
  id: number;
}

export interface Offered {
  type: "offered";
  what: string;
  seat: number;
  match: string;
  link: string;
  id: number;
}

export interface Over {
  type: "over";
  result: Result;
  secret: string;
  nonces: string[];
  id: number;
}

export interface Failed {
  type: "error";
  reason: string;
  wait: number;
  id: number;
}

export interface Pong {
  type: "pong";
  id: number;
}

export interface RulebookInfo {
  name: string;
  title: string;
  pitch: string;
  length: string;
  prefix: string;
  seats: [number, number];
  switches: Record<string, string>;
  scenarios: Outline[];
  armies: boolean;
}

export interface NewMatch {
  scenario: string;
  seats: ("human" | "open" | "random" | "scripted")[];
  names: string[];
  pace: "correspondence" | "live" | "none";
  seconds: number;
  increment: number;
  start_now: boolean;
}

export interface SeatLink {
  seat: number;
  name: string;
  player: "human" | "open" | "random" | "scripted";
  token: string;
  link: string;
  invite: string;
}

export interface MatchLinks {
  match: string;
  commitment: string;
  seats: SeatLink[];
  link: string;
  watch: string;
  watch_link: string;
}

export interface ForkMatch {
  at: number;
  seats: ("human" | "open" | "random" | "scripted")[];
}

export interface JoinMatch {
  invite: string;
  name: string;
}

export interface MatchInfo {
  match: string;
  scenario: Outline;
  rulebook: string;
  seats: SeatInfo[];
  begun: boolean;
  over: boolean;
  actions: number;
  commitment: string;
  to_act: number[];
  link: string;
  seat: number;
}

export interface CaseTitle {
  id: string;
  title: string;
}

export interface Clause {
  id: string;
  text: string;
  chapter: string;
  mechanical: boolean;
  cases: CaseTitle[];
}

export interface CaseMoment {
  table: Table;
  text: string;
  dice: number[];
  reason: string;
  clause: string;
  note: string;
}

export interface Problem {
  reason: string;
  source: string;
  line: number;
  field: string;
}

export interface Credentials {
  name: string;
  password: string;
  email: string;
}

export interface Account {
  name: string;
  email: string;
}

export interface NoticeWish {
  seat: string;
  email: string;
  webhook: string;
}

export interface Health {
  ok: boolean;
  version: string;
  ready: boolean;
  warming: string;
  progress: number;
  matches: number;
}

export type Request = TakeAction | AskOptions | AskPreview | AskWhy | AskThreat | TakeBack | Resign | Offer | Say | AskReplay | AskLuck | GiveNonce | Ping;

export type Answer = Welcome | TableFrame | Accepted | Refused | OptionsFrame | PreviewFrame | ThreatFrame | WhyFrame | ReplayFrame | LuckFrame | ChatFrame | Presence | ClockFrame | Offered | Over | Failed | Pong;

export interface Shape {
  tag: string;
  defaults: Record<string, unknown>;
  nested: Record<string, string>;
}

/** For each struct: its tag, the values of fields left out, and which fields hold structs. */
export const SHAPES: Record<string, Shape> = {
  Lesson: {"tag": "", "defaults": {"title": "", "phase": "", "offers": "", "ready": null, "clause": "", "x": -1, "y": -1}, "nested": {}},
  Outline: {"tag": "", "defaults": {"pitch": "", "length": "", "briefing": [], "names": [], "tutorial": false, "guide": [], "even": true}, "nested": {"guide": "Lesson"}},
  Fact: {"tag": "", "defaults": {"most": 0, "now": 0, "clause": "", "tone": "plain"}, "nested": {}},
  Badge: {"tag": "", "defaults": {"tone": "plain"}, "nested": {}},
  Bead: {"tag": "", "defaults": {}, "nested": {}},
  Side: {"tag": "", "defaults": {"state": "", "to_act": false, "facts": []}, "nested": {"facts": "Fact"}},
  Terrain: {"tag": "", "defaults": {"note": "", "clause": ""}, "nested": {}},
  Mark: {"tag": "", "defaults": {"owner": -1, "text": "", "w": 1, "h": 1, "shape": "square", "reach": 0, "clause": ""}, "nested": {}},
  Area: {"tag": "", "defaults": {"note": ""}, "nested": {}},
  Board: {"tag": "", "defaults": {"legend": [], "cells": [], "areas": [], "name": ""}, "nested": {"legend": "Terrain", "areas": "Area"}},
  Piece: {"tag": "", "defaults": {"x": -1, "y": -1, "w": 1, "h": 1, "shape": "square", "flag": [], "badges": [], "group": -1, "tray": "", "ready": false, "note": ""}, "nested": {"flag": "Bead", "badges": "Badge"}},
  Group: {"tag": "", "defaults": {"short": "", "badges": [], "ready": false, "note": ""}, "nested": {"badges": "Badge"}},
  Card: {"tag": "", "defaults": {"subtitle": "", "facts": [], "texts": [], "tray": "", "count": 1}, "nested": {"facts": "Fact"}},
  Portion: {"tag": "", "defaults": {"most": 1, "now": 0}, "nested": {}},
  Share: {"tag": "", "defaults": {"total": -1, "clause": ""}, "nested": {"portions": "Portion"}},
  Act: {"tag": "", "defaults": {"piece": -1, "target": -1, "x": -1, "y": -1, "place": "", "cost": "", "least": 0, "most": 0, "path": [], "group": "", "ends": false, "warning": "", "beads": [], "stem": "", "shares": [], "clause": ""}, "nested": {"beads": "Bead", "shares": "Share"}},
  Mover: {"tag": "", "defaults": {"dx": 0, "dy": 0, "reach": -1, "pace": -1, "least": 0, "range": 0, "link": 0}, "nested": {}},
  Drag: {"tag": "", "defaults": {"legs": 1, "all": false, "tail": "", "off": "", "wary": [], "zone": 0, "touch": 0, "clause": ""}, "nested": {"movers": "Mover"}},
  Result: {"tag": "", "defaults": {"lines": [], "ranks": [], "points": []}, "nested": {}},
  Table: {"tag": "", "defaults": {"rulebook": "", "scenario": "", "title": "", "seat": -1, "round": "", "phase": "", "phases": [], "prompt": "", "to_act": [], "sides": [], "board": null, "marks": [], "pieces": [], "groups": [], "cards": [], "trays": [], "acts": [], "decline": "", "matters": true, "idle": "", "briefing": [], "result": null}, "nested": {"sides": "Side", "board": "Board", "marks": "Mark", "pieces": "Piece", "groups": "Group", "cards": "Card", "acts": "Act", "result": "Result"}},
  Withheld: {"tag": "", "defaults": {"clause": ""}, "nested": {}},
  Options: {"tag": "", "defaults": {"piece": -1, "acts": [], "withheld": [], "drags": [], "note": "", "clause": ""}, "nested": {"acts": "Act", "withheld": "Withheld", "drags": "Drag"}},
  Chance: {"tag": "", "defaults": {"exact": [], "mean": 0, "destroyed": -1}, "nested": {}},
  Modifier: {"tag": "", "defaults": {}, "nested": {}},
  Spot: {"tag": "", "defaults": {"title": "", "tone": "plain"}, "nested": {}},
  Ray: {"tag": "", "defaults": {"text": "", "tone": "plain"}, "nested": {}},
  Preview: {"tag": "", "defaults": {"title": "", "lines": [], "modifiers": [], "chances": [], "sources": [], "spots": [], "rays": [], "legal": true, "reason": "", "clause": ""}, "nested": {"modifiers": "Modifier", "chances": "Chance", "spots": "Spot", "rays": "Ray"}},
  Why: {"tag": "", "defaults": {"possible": true, "reason": "", "clause": "", "text": ""}, "nested": {}},
  Entry: {"tag": "", "defaults": {"seat": -1, "kind": "", "rolls": [], "clause": "", "x": -1, "y": -1, "pieces": [], "step": 0}, "nested": {"rolls": "Roll"}},
  Roll: {"tag": "", "defaults": {"modifier": 0, "seat": -1, "purpose": 0, "first": 0}, "nested": {}},
  Choice: {"tag": "", "defaults": {"facts": []}, "nested": {"facts": "Fact"}},
  ArmyBook: {"tag": "", "defaults": {"blurb": "", "choices": [], "ready": {}, "limits": [], "standard": 0, "rules": []}, "nested": {"choices": "Choice"}},
  Fault: {"tag": "", "defaults": {"clause": "", "line": 0, "field": "", "part": -1}, "nested": {}},
  Part: {"tag": "", "defaults": {"stands": [], "points": 0}, "nested": {}},
  Review: {"tag": "", "defaults": {"name": "", "book": "", "points": 0, "parts": [], "faults": []}, "nested": {"parts": "Part", "faults": "Fault"}},
  Ask: {"tag": "Ask", "defaults": {"id": 0}, "nested": {}},
  TakeAction: {"tag": "act", "defaults": {"id": 0}, "nested": {}},
  AskOptions: {"tag": "options", "defaults": {"id": 0}, "nested": {}},
  AskPreview: {"tag": "preview", "defaults": {"id": 0}, "nested": {}},
  AskWhy: {"tag": "why", "defaults": {"text": "", "piece": -1, "x": -1, "y": -1, "id": 0}, "nested": {}},
  AskThreat: {"tag": "threat", "defaults": {"id": 0}, "nested": {}},
  TakeBack: {"tag": "undo", "defaults": {"order": "", "id": 0}, "nested": {}},
  Resign: {"tag": "resign", "defaults": {"order": "", "id": 0}, "nested": {}},
  Offer: {"tag": "offer", "defaults": {"seat": -1, "id": 0}, "nested": {}},
  Say: {"tag": "chat", "defaults": {"order": "", "id": 0}, "nested": {}},
  AskReplay: {"tag": "replay", "defaults": {"at": 0, "seat": -2, "step": -1, "id": 0}, "nested": {}},
  AskLuck: {"tag": "luck", "defaults": {"id": 0}, "nested": {}},
  GiveNonce: {"tag": "nonce", "defaults": {"id": 0}, "nested": {}},
  Ping: {"tag": "ping", "defaults": {"id": 0}, "nested": {}},
  Frame: {"tag": "Frame", "defaults": {"id": 0}, "nested": {}},
  SeatInfo: {"tag": "", "defaults": {"joined": false, "present": false}, "nested": {}},
  Clock: {"tag": "", "defaults": {"pace": "none", "left": [], "running": []}, "nested": {}},
  Welcome: {"tag": "welcome", "defaults": {"nonce_wanted": false, "hotseat": false, "pace": "none", "sequence": 0, "actions": 0, "notices": [], "id": 0}, "nested": {"scenario": "Outline", "seats": "SeatInfo"}},
  TableFrame: {"tag": "table", "defaults": {"log": [], "log_from": 0, "can_undo": false, "actions": 0, "id": 0}, "nested": {"table": "Table", "log": "Entry"}},
  Accepted: {"tag": "accepted", "defaults": {"id": 0}, "nested": {}},
  Refused: {"tag": "refused", "defaults": {"clause": "", "text": "", "sequence": 0, "id": 0}, "nested": {}},
  OptionsFrame: {"tag": "options", "defaults": {"id": 0}, "nested": {"options": "Options"}},
  PreviewFrame: {"tag": "preview", "defaults": {"id": 0}, "nested": {"preview": "Preview"}},
  ThreatFrame: {"tag": "threat", "defaults": {"id": 0}, "nested": {"preview": "Preview"}},
  WhyFrame: {"tag": "why", "defaults": {"id": 0}, "nested": {"why": "Why"}},
  ReplayFrame: {"tag": "replay", "defaults": {"log": [], "text": "", "step": 0, "id": 0}, "nested": {"table": "Table", "log": "Entry"}},
  SeatLuck: {"tag": "", "defaults": {"faces": {}}, "nested": {}},
  LuckFrame: {"tag": "luck", "defaults": {"id": 0}, "nested": {"seats": "SeatLuck"}},
  ChatFrame: {"tag": "chat", "defaults": {"number": 0, "id": 0}, "nested": {}},
  Presence: {"tag": "presence", "defaults": {"watching": 0, "id": 0}, "nested": {"seats": "SeatInfo"}},
  ClockFrame: {"tag": "clock", "defaults": {"id": 0}, "nested": {"clock": "Clock"}},
  Offered: {"tag": "offered", "defaults": {"seat": -1, "match": "", "link": "", "id": 0}, "nested": {}},
  Over: {"tag": "over", "defaults": {"id": 0}, "nested": {"result": "Result"}},
  Failed: {"tag": "error", "defaults": {"wait": 0, "id": 0}, "nested": {}},
  Pong: {"tag": "pong", "defaults": {"id": 0}, "nested": {}},
  RulebookInfo: {"tag": "", "defaults": {"switches": {}, "scenarios": [], "armies": false}, "nested": {"scenarios": "Outline"}},
  NewMatch: {"tag": "", "defaults": {"seats": ["human", "scripted"], "names": [], "pace": "none", "seconds": 0, "increment": 0, "start_now": false}, "nested": {}},
  SeatLink: {"tag": "", "defaults": {"token": "", "link": "", "invite": ""}, "nested": {}},
  MatchLinks: {"tag": "", "defaults": {}, "nested": {"seats": "SeatLink"}},
  ForkMatch: {"tag": "", "defaults": {"seats": ["human", "scripted"]}, "nested": {}},
  JoinMatch: {"tag": "", "defaults": {"name": ""}, "nested": {}},
  MatchInfo: {"tag": "", "defaults": {"to_act": [], "link": "", "seat": -1}, "nested": {"scenario": "Outline", "seats": "SeatInfo"}},
  CaseTitle: {"tag": "", "defaults": {}, "nested": {}},
  Clause: {"tag": "", "defaults": {"chapter": "", "mechanical": true, "cases": []}, "nested": {"cases": "CaseTitle"}},
  CaseMoment: {"tag": "", "defaults": {"text": "", "dice": [], "reason": "", "clause": "", "note": ""}, "nested": {"table": "Table"}},
  Problem: {"tag": "", "defaults": {"source": "", "line": 0, "field": ""}, "nested": {}},
  Credentials: {"tag": "", "defaults": {"email": ""}, "nested": {}},
  Account: {"tag": "", "defaults": {"name": "", "email": ""}, "nested": {}},
  NoticeWish: {"tag": "", "defaults": {"email": "", "webhook": ""}, "nested": {}},
  Health: {"tag": "", "defaults": {"ready": true, "warming": "", "progress": 1, "matches": 0}, "nested": {}},
};
