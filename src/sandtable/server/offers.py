"""Offers between the people of a match: a draw, a rematch, the script for an empty chair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.play.match import Match, Refusal
from sandtable.server.messages import Accepted, Offer, Offered
from sandtable.server.sockets import Socket

if TYPE_CHECKING:
    from sandtable.server.rooms import Room

ABSENT = 60.0  # seconds after which the script may be called to a seat


class Offers:
    """What stands offered in a room, and who has agreed."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._clear()

    def _clear(self) -> None:
        self.what, self.seat = "", -1
        self.agreed: set[int] = set()

    def show(self, socket: Socket) -> None:
        """Tell a socket what stands offered."""
        if self.what:
            socket.send(Offered(what=self.what, seat=self.seat))

    async def take(self, socket: Socket, request: Offer) -> None:
        """Answer an offer, or an answer to one."""
        room, match = self.room, self.room.match
        assert match is not None
        problem = self._problem(socket.seat, request, match)
        if problem:
            room.refuse(socket, request.id, Refusal(problem), "")
            return
        if request.what == "takeover":
            async with room.lock:
                done = await room.close("seat", request.seat, "scripted", "")
            room.acknowledge(socket, request.id, done)
            return
        if request.what == "decline":
            self._clear()
        elif request.what == "accept":
            self.agreed.add(socket.seat)
        else:
            self.what, self.seat, self.agreed = request.what, socket.seat, {socket.seat}
        socket.send(Accepted(id=request.id, sequence=match.sequence))
        room.send_all(Offered(what=self.what, seat=self.seat))
        await self._agree(match)

    def _problem(self, seat: int, request: Offer, match: Match) -> str:
        if seat < 0:
            return "a spectator has nothing to offer"
        if request.what in ("accept", "decline"):
            return "" if self.what else "nothing stands offered"
        if request.what == "rematch":
            return "" if match.over else "a rematch is offered after the end"
        if match.over:
            return "the match is over"
        if request.what == "draw":
            return ""
        if not 0 <= request.seat < len(match.players) or match.players[request.seat] != "human":
            return "there is no person's seat to take over"
        if self.room.absent(request.seat) < ABSENT:
            return f"a seat can be taken over when it was empty for {ABSENT:.0f} seconds"
        return ""

    async def _agree(self, match: Match) -> None:
        """Do what every person has agreed to."""
        room = self.room
        people = {seat for seat, player in enumerate(match.players) if player == "human"}
        if not self.what or not people <= self.agreed:
            return
        what, seat = self.what, self.seat
        self._clear()
        if what == "draw":
            async with room.lock:
                await room.close("draw", seat, "", "")
            room.publish()
            room.send_all(Offered(what=""))
            return
        links = await room.place.rematch(room.row, match)
        for socket in list(room.sockets):
            link = links.seats[socket.seat].link if socket.seat >= 0 else links.watch_link
            socket.send(Offered(what="rematch", seat=seat, match=links.match, link=link))
