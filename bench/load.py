"""How the server bears a full house: many sockets and matches, actions at a steady rate.

``python bench/load.py --sockets 300 --matches 50 --rate 20 --seconds 60`` starts a server on an empty
database, plays random legal actions, and prints as JSON how long it took from sending an action to the
opponent's frame and to the last watcher's (milliseconds), and the server's memory at begin and end.
Client and server share this machine: the figures hold both.

``--seconds 1200 --soak 5`` is the soak: it fails if the server's memory, measured once a minute, grows by
more than 5 % between the quarter of the time and the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

GIVING_UP = "WITHDRAW"  # left to nobody: most matches would end before a shot is fired


@dataclass
class Person:
    """One socket."""

    seat: int
    line: ClientConnection
    table: dict[str, Any] = field(default_factory=dict)
    sequence: int = -1
    acts: list[str] = field(default_factory=list)
    answers: dict[int, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    number: int = 0
    seen: dict[int, float] = field(default_factory=dict)

    async def listen(self, counts: Counter[str]) -> None:
        async for data in self.line:
            now = time.perf_counter()
            frame = json.loads(data)
            counts[frame["type"]] += 1
            if frame["type"] == "table":
                for sequence in range(self.sequence + 1, frame.get("sequence", 0) + 1):
                    self.seen[sequence] = now
                self.table, self.sequence = frame["table"], frame.get("sequence", 0)
            answer = self.answers.pop(frame.get("id", 0), None)
            if answer is not None and not answer.done():
                answer.set_result(frame)

    async def ask(self, **request: Any) -> dict[str, Any]:
        self.number += 1
        answer = self.answers[self.number] = asyncio.get_running_loop().create_future()
        await self.line.send(json.dumps({"id": self.number, **request}))
        return await asyncio.wait_for(answer, 30)


@dataclass
class Game:
    """One match with everyone at it."""

    id: str
    people: list[Person]
    busy: bool = False
    over: bool = False
    tasks: list[asyncio.Task[None]] = field(default_factory=list)


def concrete(act: dict[str, Any], dice: random.Random) -> str:
    """The notation of an act, with an amount where it takes one."""
    text = str(act["text"])
    return text.replace("{n}", str(dice.randint(act.get("least", 0), max(1, act.get("most", 1)))))


async def choose(person: Person, dice: random.Random) -> str:
    """A legal action of whoever is to act."""
    ready = [p["id"] for p in person.table.get("pieces", []) if p.get("ready")]
    acts = [act for act in person.table.get("acts", []) if not act["text"].startswith(GIVING_UP)]
    if ready and (not acts or dice.random() < 0.8):
        answer = await person.ask(type="options", piece=dice.choice(ready))
        acts = answer.get("options", {}).get("acts", []) or acts
    return concrete(dice.choice(acts), dice) if acts else ""


async def turn(game: Game, dice: random.Random, times: dict[str, list[float]], counts: Counter[str]) -> None:
    """One action of one match, timed to each socket."""
    game.busy = True
    try:
        first = game.people[0].table
        if first.get("result"):
            game.over = True
            return
        acting = [p for p in game.people if p.seat >= 0 and p.seat in first.get("to_act", [])]
        if not acting:
            return
        person = dice.choice(acting)
        text = await choose(person, dice)
        if not text:
            counts["nothing to do"] += 1
            return
        began = time.perf_counter()
        answer = await person.ask(
            type="act", text=text, sequence=person.sequence, order=str(uuid.UUID(int=dice.getrandbits(128)))
        )
        if answer["type"] != "accepted":
            counts[f"not accepted: {answer.get('reason', '')[:60]}"] += 1
            return
        times["acknowledged"].append(time.perf_counter() - began)
        others = [other for other in game.people if other is not person]
        while any(other.sequence < answer["sequence"] for other in others):
            await asyncio.sleep(0.001)
        seen = [other.seen[answer["sequence"]] - began for other in others]
        opponents = [s for s, other in zip(seen, others, strict=True) if other.seat >= 0]
        times["opponent"].append(max(opponents))
        times["everyone"].append(max(seen))
    finally:
        game.busy = False


def request(base: str, path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(base + path, data), timeout=120) as answer:
        return json.load(answer)


def memory(pid: int) -> int:
    """Resident megabytes of a process; 0 where that is not told."""
    try:
        words = Path(f"/proc/{pid}/statm").read_text().split()
    except OSError:
        return 0
    return int(words[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


def processor(pid: int) -> float:
    """Seconds of processor that a process has used; 0 where that is not told."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def quantiles(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "most": 1.0}
    last = len(ordered) - 1
    return {name: round(1000 * ordered[int(share * last)], 1) for name, share in shares.items() if ordered}


async def open_game(base: str, args: argparse.Namespace, watchers: int, counts: Counter[str]) -> Game:
    wish = {"scenario": args.scenario, "seats": ["human"] * args.seats, "start_now": True}
    links = await asyncio.to_thread(request, base, "/api/matches", wish)
    tokens = [(seat["seat"], seat["token"]) for seat in links["seats"]] + [(-1, links["watch"])] * watchers
    game = Game(links["match"], [])
    for seat, token in tokens:
        address = f"{base.replace('http', 'ws', 1)}/match/{game.id}/socket?seat={token}"
        person = Person(seat, await connect(address, max_size=1 << 24, compression=None))
        game.people.append(person)
        game.tasks.append(asyncio.create_task(person.listen(counts)))
    while any(person.sequence < 0 for person in game.people):
        await asyncio.sleep(0.01)
    return game


async def load(base: str, pid: int, args: argparse.Namespace) -> dict[str, Any]:
    dice, counts = random.Random(args.seed), Counter[str]()
    watchers = max(0, args.sockets // args.matches - args.seats)
    games = [await open_game(base, args, watchers, counts) for _ in range(args.matches)]
    begun = len(games)
    times: dict[str, list[float]] = {"acknowledged": [], "opponent": [], "everyone": []}
    begin, used, sizes = memory(pid), processor(pid), [memory(pid)]
    measured = time.perf_counter()
    end, tick, late = time.perf_counter() + args.seconds, time.perf_counter(), 0
    running: set[asyncio.Task[None]] = set()
    while time.perf_counter() < end:
        for index, game in enumerate(games):
            if game.over:
                for person in game.people:
                    await person.line.close()
                games[index] = await open_game(base, args, watchers, counts)
                begun += 1
        free = [game for game in games if not game.busy]
        if free:
            task = asyncio.create_task(turn(dice.choice(free), dice, times, counts))
            running.add(task)
            task.add_done_callback(running.discard)
        else:
            late += 1
        if time.perf_counter() - measured > min(60, args.seconds / 20):
            measured = time.perf_counter()
            sizes.append(memory(pid))
        tick += 1 / args.rate
        await asyncio.sleep(max(0, tick - time.perf_counter()))
    await asyncio.gather(*running, return_exceptions=True)
    used = processor(pid) - used
    return {
        "sockets": args.matches * (watchers + args.seats),
        "matches": args.matches,
        "matches_begun": begun,
        "scenario": args.scenario,
        "seconds": args.seconds,
        "actions": len(times["opponent"]),
        "actions_per_second": round(len(times["opponent"]) / args.seconds, 2),
        "milliseconds": {name: quantiles(values) for name, values in times.items()},
        "ticks_with_every_match_busy": late,
        "frames": dict(counts),
        "server_megabytes": {"begin": begin, "end": memory(pid), "between": sizes},
        "server_processor_seconds": round(used, 1),
        "load_average": os.getloadavg(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sockets", type=int, default=300)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--rate", type=float, default=20, help="actions a second, all matches together")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--scenario", default="starter/first-contact")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--database", default="", help="an empty one; a temporary SQLite file if left out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--soak", type=float, default=0, help="per cent that memory may grow; 0: any")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or f"sqlite:///{folder}/load.sqlite3"
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port = listening.getsockname()[1]
        book = args.scenario.partition("/")[0]
        wish = f"port={port}, database={database!r}, browser=False, warm=[{book!r}]"
        code = f"from sandtable.server import serve; serve({wish})"
        given = os.environ | {"SANDTABLE_MATCH_RATE": "1000000 per minute"}
        server = subprocess.Popen([sys.executable, "-c", code], env=given)
        try:
            base = f"http://127.0.0.1:{port}"
            ready(base, server)
            found = asyncio.run(load(base, server.pid, args))
            print(json.dumps(found, indent=2))
            if args.soak:
                check_soak(found["server_megabytes"]["between"], args.soak)
        finally:
            server.terminate()
            server.wait(timeout=20)


def check_soak(sizes: list[int], allowed: float) -> None:
    """Whether memory was flat after the first quarter; ends the program if not."""
    settled, last = max(sizes[: len(sizes) // 4 + 1]), sizes[-1]
    grown = 100 * (last - settled) / max(1, settled)
    print(f"memory grew by {grown:.1f} % from {settled} MB to {last} MB")
    if grown > allowed:
        raise SystemExit(f"expected at most {allowed} %")


def ready(base: str, server: subprocess.Popen[bytes]) -> None:
    """Wait until the server serves and the rules are compiled."""
    while server.poll() is None:
        try:
            if request(base, "/health").get("ready", True):
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    main()
