"""Offers between the people of a match: a draw, a rematch, the script for an empty chair.

What stands offered is in the store, so that it outlives a process and is the same in all of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from sandtable.play.match import Match, Refusal
from sandtable.server.messages import Accepted, Offer, Offered
from sandtable.server.sockets import Socket
from sandtable.server.store import OfferRow

if TYPE_CHECKING:
    from sandtable.server.rooms import Room

# Seconds after which the script may be called to an empty seat.
ABSENCE = float(os.environ.get("SANDTABLE_ABSENCE", "60"))


class Offers:
    """What stands offered in a room, as its sockets were last told."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._told = room.row.offer

    def show(self, socket: Socket) -> None:
        """Tell a socket what stands offered; its own link, where a rematch is made."""
        offer = self.room.row.offer
        link = f"/match/{offer.match}{socket.way_in}" if offer.match else ""
        socket.send(Offered(what=offer.what, seat=offer.seat, match=offer.match, link=link))

    def show_all(self) -> None:
        """Tell everyone here, if they have not been told."""
        if self.room.row.offer != self._told:
            self._told = self.room.row.offer
            for socket in list(self.room.sockets):
                self.show(socket)

    def end(self) -> None:
        """The match is over: what stood offered stands no more, as the store has it."""
        self.room.row.offer = OfferRow()
        self.show_all()

    async def take(self, socket: Socket, request: Offer) -> None:
        """Answer an offer, or an answer to one."""
        room, match = self.room, self.room.match
        assert match is not None
        problem = self._problem(socket.seat, request, match)
        if problem:
            room.refuse(socket, request.id, Refusal(problem), "")
        elif request.what == "takeover":
            async with room.lock:
                done = await room.close("seat", request.seat, "scripted", "")
            room.acknowledge(socket, request.id, done)
        else:
            await self._change(lambda old: answered(old, request.what, socket.seat))
            socket.send(Accepted(id=request.id, sequence=match.sequence))
            self.show_all()
            await self._agree(match)

    def _problem(self, seat: int, request: Offer, match: Match) -> str:
        standing = self.room.row.offer.what
        if seat < 0:
            return "a spectator has nothing to offer"
        if request.what in ("accept", "decline") and not standing:
            return "nothing stands offered"
        if "rematch" in (request.what, standing):
            return "" if match.over else "a rematch is offered after the end"
        if match.over:
            return "the match is over"
        if request.what != "takeover":
            return ""
        if not 0 <= request.seat < len(match.players) or match.players[request.seat] != "human":
            return "there is no person's seat to take over"
        if self.room.company.absent(request.seat) < ABSENCE:
            return f"a seat can be taken over when it was empty for {ABSENCE:.0f} seconds"
        return ""

    async def _change(self, change: Callable[[OfferRow], OfferRow]) -> None:
        room = self.room
        room.row.offer = await room.place.write("offer", room.row.id, change)

    async def _agree(self, match: Match) -> None:
        """Do what every person has agreed to."""
        room, offer = self.room, self.room.row.offer
        people = {seat for seat, player in enumerate(match.players) if player == "human"}
        if not offer.what or offer.match or not people <= set(offer.agreed):
            return
        if offer.what == "draw":
            async with room.lock:
                await room.close("draw", offer.seat, "", "")
            room.publish()
        else:
            made = await room.place.rematch(room.row, room.chairs, match)
            await self._change(lambda old: old if old.match else msgspec.structs.replace(offer, match=made))
        self.show_all()


def answered(old: OfferRow, what: str, seat: int) -> OfferRow:
    """What stands offered once a seat has offered, accepted or declined. Who offers what another has
    offered accepts it; nothing undoes a rematch that is made.
    """
    if old.match:
        return old
    if what == "decline":
        return OfferRow()
    if old.what and what in ("accept", old.what):
        return msgspec.structs.replace(old, agreed=sorted({*old.agreed, seat}))
    return OfferRow() if what == "accept" else OfferRow(what, seat, [seat])
