"""How fast the browser draws a table: ``python bench/client.py [--json FILE]``.

A large board (2,500 squares, 60 pieces) is laid through a socket made up here, so that only the client
is measured: from the arrival of a frame to the end of script and layout, and to the next frame shown.
"""

from __future__ import annotations

import argparse
import functools
import json
import random
import shutil
import statistics
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec
from playwright.sync_api import Page, WebSocketRoute, sync_playwright

from sandtable.core.table import Badge, Bead, Board, Outline, Piece, Side, Table, Terrain
from sandtable.server.messages import TableFrame, Welcome
from sandtable.server.pages import STATIC

COLUMNS, ROWS, PIECES, UPDATES = 50, 50, 60, 200
FIRST_MOST, UPDATE_MOST = 500.0, 16.0  # milliseconds
CLASSES = ("infantry", "technical", "truck", "tank", "artillery", "heavy-walker")
LEGEND = [
    Terrain(".", "Open", "open"),
    Terrain("F", "Forest", "forest"),
    Terrain("R", "Rocky", "rocky"),
    Terrain("U", "Urban", "urban"),
    Terrain("W", "Water", "water"),
]

# Every long message notes when it came; when its work is over; when the next frame stood on the screen.
CLOCK = """
const parse = JSON.parse;
window.measured = [];
JSON.parse = (text) => {
  if (text.length > 2000) {
    const from = performance.now();
    setTimeout(() => {
      document.querySelector(".board svg")?.getBoundingClientRect();
      const work = performance.now() - from;
      requestAnimationFrame(() => setTimeout(
        () => window.measured.push([work, performance.now() - from, performance.now()])));
    });
  }
  return parse(text);
};
"""


class Pages(SimpleHTTPRequestHandler):
    """The built client, its one page under every address."""

    def send_head(self):  # type: ignore[no-untyped-def]
        if not Path(self.path).suffix:
            self.path = "/index.html"
        return super().send_head()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def board(dice: random.Random) -> Board:
    """A board with patches of every terrain."""
    cells = [["."] * COLUMNS for _ in range(ROWS)]
    for _ in range(90):
        key, x, y = dice.choice("FRUW"), dice.randrange(COLUMNS), dice.randrange(ROWS)
        for dy in range(dice.randint(1, 5)):
            for dx in range(dice.randint(1, 5)):
                cells[(y + dy) % ROWS][(x + dx) % COLUMNS] = key
    return Board("square", COLUMNS, ROWS, LEGEND, ["".join(row) for row in cells])


def piece(number: int, dice: random.Random) -> Piece:
    """One counter with a flag and two badges."""
    x, y = dice.randrange(COLUMNS) + 0.5, dice.randrange(ROWS) + 0.5
    flag = [Bead("#1d1d1f", "K"), Bead("#ef7d1a", "O"), Bead("#c8322c", "R")]
    badges = [Badge(str(dice.randint(1, 10)), "Troop Strength", "own"), Badge("E1", "Entrenched", "good")]
    name = CLASSES[number % len(CLASSES)]
    return Piece(number, number % 2, name, name, "X", x, y, flag=flag, badges=badges, ready=True, note=name)


def table(pieces: list[Piece], ground: Board | None) -> Table:
    """A table as a server lays it."""
    sides = [
        Side(0, "Orison", ("#26231f", "#ef7d1a"), "O"),
        Side(1, "Halcyon", ("#f4f1e8", "#2c62c8"), "H"),
    ]
    return Table(
        rulebook="starter", title="Bench", seat=0, to_act=[0], sides=sides, board=ground, pieces=pieces
    )


def run(page: Page, address: str) -> dict[str, float]:
    """Draw once, then update many times; figures in milliseconds."""
    dice = random.Random(1)
    pieces = [piece(number, dice) for number in range(PIECES)]
    lines: list[WebSocketRoute] = []

    def meet(line: WebSocketRoute) -> None:
        lines.append(line)
        line.on_message(lambda _: None)
        outline = Outline("starter/bench", "Bench", 2)
        hello = Welcome(
            match="bench",
            seat=0,
            rulebook="starter",
            prefix="ST",
            scenario=outline,
            seats=[],
            commitment="",
            begun=True,
        )
        line.send(msgspec.json.encode(hello).decode())
        line.send(msgspec.json.encode(TableFrame(sequence=0, table=table(pieces, board(dice)))).decode())

    page.route_web_socket("**/socket*", meet)
    page.add_init_script(CLOCK)
    page.goto(f"{address}/match/bench#seat=x")
    page.wait_for_function("window.measured.length >= 1")
    for sequence in range(1, UPDATES + 1):
        for moved in dice.sample(pieces, 3):
            moved.x, moved.y = dice.randrange(COLUMNS) + 0.5, dice.randrange(ROWS) + 0.5
        lines[0].send(msgspec.json.encode(TableFrame(sequence=sequence, table=table(pieces, None))).decode())
        page.wait_for_function(f"window.measured.length > {sequence}")
    measured = page.evaluate("window.measured")
    work = [row[0] for row in measured[1:]]
    return {
        "first_draw_ms": measured[0][1],
        "first_draw_since_navigation_ms": measured[0][2],
        "update_ms": statistics.median(work),
        "update_p95_ms": statistics.quantiles(work, n=20)[18],
        "update_to_frame_ms": statistics.median(row[1] for row in measured[1:]),
    }


def main() -> int:
    """Measure, print, and say by the exit status whether the client is fast enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Pages, directory=str(STATIC)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser_path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        figures = run(page, f"http://127.0.0.1:{server.server_port}")
        browser.close()
    server.shutdown()
    print(f"{COLUMNS * ROWS} squares, {PIECES} pieces, {UPDATES} updates; milliseconds")
    for name, value in figures.items():
        print(f"  {name:32}{value:8.1f}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")
    return int(figures["first_draw_ms"] > FIRST_MOST or figures["update_ms"] > UPDATE_MOST)


if __name__ == "__main__":
    sys.exit(main())
