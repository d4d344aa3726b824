"""Who is at a table: by the sockets of this process, and by what other processes tell of theirs.

Processes that share a database say ``here ID VERSION WATCHING SEATS`` whenever somebody comes or goes, and
``who ID`` to be told. One that has been silent for `SILENCE` is taken for dead, and its people for gone.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandtable.play.match import SPECTATOR
from sandtable.server.messages import Presence, SeatInfo

if TYPE_CHECKING:
    from sandtable.server.rooms import Room
    from sandtable.server.sockets import Socket

PULSE = 5.0  # seconds between two signs of life of a process
SILENCE = 3 * PULSE


@dataclass(frozen=True)
class Elsewhere:
    """Who is at the table through another process."""

    version: int
    watching: int
    seats: frozenset[int]


class Company:
    """The people at a room's table."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.elsewhere: dict[str, Elsewhere] = {}  # by process
        self.left = [time.monotonic()] * len(room.row.players)  # when each seat was last seen taken
        self._version = 0
        self._told: Presence | None = None

    def present(self, seat: int) -> bool:
        """Whether somebody sits in a seat now."""
        here = any(socket.seat == seat for socket in self.room.sockets)
        return here or any(seat in others.seats for others in self.elsewhere.values())

    def absent(self, seat: int) -> float:
        """For how many seconds nobody has sat in a seat."""
        if self.present(seat):
            return 0.0
        return time.monotonic() - self.left[seat]

    def seats(self) -> list[SeatInfo]:
        """Who sits where, and who is there."""
        room = self.room
        players = room.match.players if room.match else room.row.players
        return [
            SeatInfo(
                seat,
                room.row.names[seat],
                player,
                joined=bool(room.chairs[seat].joined),
                present=self.present(seat),
            )
            for seat, player in enumerate(players)
        ]

    def show(self, newcomer: Socket | None = None) -> None:
        """Tell everyone here who is there, if that has changed; a newcomer in any case."""
        frame = self._presence()
        if frame != self._told:
            self._told = frame
            self.room.send_all(frame)
        elif newcomer is not None:
            newcomer.send(frame)

    def _presence(self) -> Presence:
        watching = sum(socket.seat == SPECTATOR for socket in self.room.sockets)
        watching += sum(others.watching for others in self.elsewhere.values())
        return Presence(seats=self.seats(), watching=watching)

    # -- other processes -----------------------------------------------------------------------------

    def moved(self, newcomer: Socket | None = None) -> None:
        """Somebody has come or gone here: note it, show it, tell the others."""
        self._note_empty()
        self.show(newcomer)
        self.tell()

    def tell(self) -> None:
        """Say to the other processes who is here."""
        self._version += 1
        seats = {socket.seat for socket in self.room.sockets} - {SPECTATOR}
        watching = sum(socket.seat == SPECTATOR for socket in self.room.sockets)
        words = map(str, (self._version, watching, *sorted(seats)))
        self.room.place.announce("here", self.room.row.id, *words)

    def hear(self, author: str, words: list[str]) -> None:
        """Another process has said who is there. What comes late is not believed."""
        version, watching, *seats = map(int, words)
        known = self.elsewhere.get(author)
        if known is None or known.version < version:
            self.elsewhere[author] = Elsewhere(version, watching, frozenset(seats))
            self._note_empty()
            self.show()

    def forget(self, author: str) -> None:
        """Another process has ended."""
        if self.elsewhere.pop(author, None) is not None:
            self._note_empty()
            self.show()

    def _note_empty(self) -> None:
        """Keep since when each empty seat has been empty."""
        now = time.monotonic()
        for seat in range(len(self.room.row.players)):
            if self.present(seat):
                self.left[seat] = now
