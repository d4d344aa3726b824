import { expect, test } from "vitest";

import { routeOf } from "./router.svelte";

test("a match is known by its path, its seats by what stands after the hash", () => {
  expect(routeOf("/match/ab12", "#seat=x&seat=y")).toEqual({ page: "match", id: "ab12", seats: ["x", "y"], watch: "", replay: false });
  expect(routeOf("/match/ab12", "#watch=w")).toMatchObject({ seats: [], watch: "w" });
});

test("invitations, scenarios and clauses have addresses", () => {
  expect(routeOf("/join/K7%20P", "")).toEqual({ page: "join", code: "K7 P" });
  expect(routeOf("/", "#/scenario/starter/first-contact")).toEqual({ page: "scenario", id: "starter/first-contact" });
  expect(routeOf("/", "#/rules/starter/ST-MOV-02")).toEqual({ page: "rules", rulebook: "starter", clause: "ST-MOV-02" });
});

test("anything else is the start page", () => {
  expect(routeOf("/", "")).toEqual({ page: "start" });
  expect(routeOf("/", "#/nonsense")).toEqual({ page: "start" });
});
