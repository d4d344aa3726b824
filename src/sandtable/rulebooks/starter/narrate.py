"""The log: what an action caused, in the rulebook's words, as one seat may know it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sandtable.core.events import Event
from sandtable.core.record import MirrorRow, mirrors
from sandtable.core.table import Entry, Roll
from sandtable.rulebooks.starter import happenings as happened
from sandtable.rulebooks.starter import words
from sandtable.rulebooks.starter.notation import square_name
from sandtable.rulebooks.starter.screen import Screen
from sandtable.rulebooks.starter.special import HAS_AMMO, HAS_CARGO, HAS_FUEL, HAS_PASSENGERS
from sandtable.rulebooks.starter.state import (
    AMMO,
    BY_ELIMINATION,
    BY_LAST_ROUND,
    BY_LEAVING,
    BY_LULL,
    BY_OBJECTIVES,
    BY_WITHDRAWAL,
    COLUMNS,
    FUEL,
    PERSONNEL,
    UNITS_RESOURCE,
)

KINDS = {
    number: name.lower()
    for name, number in vars(happened).items()
    if name.isupper() and isinstance(number, int)
} | {happened.PHASE_BEGAN: "phase", happened.TURN_BEGAN: "turn"}  # headings of the log
RESOURCES = {UNITS_RESOURCE: "Units", PERSONNEL: "Personnel", FUEL: "Fuel", AMMO: "Ammunition"}
ROLLS = {
    happened.TURN_ORDER: "Turn order",
    happened.ATTACKING: "Attack",
    happened.DEFENDING: "Defence",
    happened.ARTILLERY: "Shot",
    happened.EXPLODING: "Explosion",
    happened.MINED: "Minefield",
    happened.CHOICE_TIE: "Choice",
}


def narrate(scenario: Any, texts: Any, before: Any, after: Any, events: Any, seat: int) -> list[Entry]:
    """The log of one action. ``events`` are those the seat may know; the views are its own."""
    teller = Teller(Screen((scenario, before), texts, seat), Screen((scenario, after), texts, seat))
    for event in _plain(events):
        teller.tell(event)
    teller.settle()
    return teller.entries


def _plain(events: Any) -> list[Any]:
    """The events of a row as plain Python."""
    if isinstance(events, MirrorRow):
        return list(events[0].items[: events[0].count])
    return list(mirrors(Event, events["items"][0, : int(events["count"][0])]))


@dataclass
class Teller:
    """Puts events into words one by one. Dice join the entry they were rolled for; so does their outcome."""

    before: Screen
    after: Screen
    entries: list[Entry] = field(default_factory=list)
    rolling: Entry | None = None  # its dice have no outcome yet
    no_outcome: str = ""  # what is said of it if none comes

    def tell(self, event: Any) -> None:
        """Add one event."""
        kind = int(event.kind)
        if kind == happened.ATTACK_ROLLED:
            self.settle()
            self.attack(event)
        elif kind == happened.DEFENCE_ROLLED:
            if self.rolling is not None:
                self.rolling.rolls.append(self.roll_of(event))
        elif kind in OUTCOMES and self.rolling is not None:
            self.conclude(OUTCOMES[kind](self, event))
        else:
            if kind == happened.CACHE_EXPLODED and self.no_outcome == STAYS_WHOLE:
                self.rolling = None
            self.settle()
            say, clause = TOLD.get(kind, (_silent, ""))
            if text := say(self, event):
                self.add(event, text, clause)

    def attack(self, event: Any) -> None:
        """Dice of an attack: they join the entry that announced it, if there is one."""
        last = self.entries[-1] if self.entries else None
        if last is None or last.rolls or last.kind not in ANNOUNCING:
            shot = event.purpose == happened.ARTILLERY
            words_ = (
                f"Shot at {self.target(event)}" if shot else f"The explosion reaches {self.target(event)}"
            )
            last = self.add(event, words_, "ST-ARTY-13" if shot else "ST-CACHE-10")
        else:
            last.rolls.append(self.roll_of(event))
        self.rolling = last
        if event.other >= 0:
            self.no_outcome = "miss" if event.purpose == happened.ARTILLERY else "no losses"
        elif event.purpose == happened.EXPLODING:
            self.no_outcome = ""
        else:
            self.no_outcome = STAYS_WHOLE

    def conclude(self, outcome: str) -> None:
        """Say what came of the dice rolled last."""
        if self.rolling is not None and outcome:
            self.rolling.text += f": {outcome}"
        self.rolling = None

    def settle(self) -> None:
        """Nothing came of the dice rolled last, if any."""
        self.conclude(self.no_outcome)

    def add(self, event: Any, text: str, clause: str) -> Entry:
        """A new entry; an event's own dice come with it."""
        kind = int(event.kind)
        entry = Entry(text=text, seat=int(event.seat), kind=KINDS[kind], clause=clause)
        if kind not in NO_PIECES:
            entry.pieces = [int(u) for u in (event.unit, event.other) if u >= 0]
        if event.x >= 0:
            entry.x, entry.y = int(event.x) + 0.5, int(event.y) + 0.5
        if event.fallen:
            entry.rolls.append(self.roll_of(event))
        self.entries.append(entry)
        return entry

    def roll_of(self, event: Any) -> Roll:
        """An event's dice as they fell."""
        return Roll(
            name=ROLLS[int(event.purpose)],
            sides=int(event.sides),
            faces=[int(face) for face in event.dice[: int(event.fallen)]],
            modifier=int(event.modifier),
            seat=int(event.seat),
            purpose=int(event.purpose),
            first=int(event.first),
        )

    def unit(self, u: Any) -> str:
        """A unit as the seat calls it, also if it is gone now or was not there before."""
        for screen in (self.after, self.before):
            if u >= 0 and screen.game.units[int(u)].side >= 0:
                return screen.flagged(int(u))
        return "A unit"

    def side(self, event: Any) -> str:
        """The side whose event it is."""
        return self.after.side_name(int(event.seat))

    def target(self, event: Any) -> str:
        """What an event is aimed at: a unit, or what lies on a square."""
        if event.other >= 0:
            return self.unit(event.other)
        x, y = int(event.x), int(event.y)
        built = self.before.game.object[y, x]
        lies = self.before.game.cache_fuel[y, x] + self.before.game.cache_ammo[y, x]
        if built and (event.extra == 1 or not lies):
            return f"the {words.OBJECTS[built][1]} at {square_name(x, y)}"
        return f"the Cache at {square_name(x, y)}"

    def objective(self, event: Any) -> str:
        """The words of an objective."""
        texts = self.before.booklet_texts.objectives
        i = int(event.other)
        return str(texts[i]) if i < len(texts) else f"objective {i + 1}"


def _silent(teller: Teller, event: Any) -> str:
    return ""


def _at(event: Any) -> str:
    return square_name(int(event.x), int(event.y))


def _phase(teller: Teller, event: Any) -> str:
    step = int(event.amount)
    return f"{teller.side(event)}: {words.step_names(step)[step]}"


def _ordered(teller: Teller, event: Any) -> str:
    return f"{teller.side(event)} is number {int(event.amount)} in turn order"


def _bought(teller: Teller, event: Any) -> str:
    number, resource = int(event.extra), RESOURCES[int(event.other)]
    what = teller.after.type_name(int(event.unit)) if event.unit >= 0 else resource
    return f"Bought {number} {what} for {words.count(int(event.amount), 'Credit')}"


def _resource_seen(teller: Teller, event: Any) -> str:
    if int(event.seat) == teller.after.seat:
        return ""
    return f"{teller.side(event)} buys {RESOURCES[int(event.amount)]}"


def _pool(teller: Teller, event: Any) -> str:
    change, left = int(event.amount), int(event.extra)
    return f"The Personnel Pool {'grows' if change > 0 else 'shrinks'} by {abs(change)} to {left}"


def _loaded(teller: Teller, event: Any) -> str:
    fuel, ammo = int(event.amount), int(event.extra)
    way = "loads" if max(fuel, ammo) > 0 else "unloads"
    return f"{teller.unit(event.unit)} {way} {words.supplies(abs(fuel), abs(ammo))}"


def _reorganized(teller: Teller, event: Any) -> str:
    over = int(event.amount)
    rest = f", {over} Personnel go to Reserve" if over > 0 else ""
    return f"{teller.unit(event.unit)} takes over what {teller.unit(event.other)} had{rest}"


def _disbanded(teller: Teller, event: Any) -> str:
    kind = teller.after.type_name(int(event.other))
    return f"Disbanded {kind}: its card and {int(event.amount)} Personnel go to Reserve"


def _scrapped(teller: Teller, event: Any) -> str:
    number, paid = int(event.extra), words.count(int(event.amount), "Credit")
    if event.other < 0:
        return f"All that is left is scrapped: {words.count(number, 'card')} for {paid}"
    return f"Scrapped {number} {teller.after.type_name(int(event.other))} for {paid}"


def _moved(teller: Teller, event: Any) -> str:
    start = square_name(int(event.extra) % COLUMNS, int(event.extra) // COLUMNS)
    return f"{teller.unit(event.unit)} moves from {start} to {_at(event)}, {words.PLACES[int(event.amount)]}"


def _entrenched(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} entrenches at {_at(event)}: {words.count(int(event.amount), 'layer')}"


def _extracted(teller: Teller, event: Any) -> str:
    cost = words.count(int(event.amount), "Credit")
    return f"{teller.unit(event.unit)} is extracted at {_at(event)} for {cost}"


def _deployed(teller: Teller, event: Any) -> str:
    cost = words.count(int(event.amount), "Credit")
    return f"{teller.unit(event.unit)} is deployed at {_at(event)} for {cost}"


def _transferred(teller: Teller, event: Any) -> str:
    given = words.supplies(int(event.amount), int(event.extra))
    return f"{teller.unit(event.unit)} transfers {given} to {teller.unit(event.other)}"


def _tokens(words_: str) -> Callable[[Teller, Any], str]:
    def say(teller: Teller, event: Any) -> str:
        moved = words.supplies(int(event.amount), int(event.extra))
        return words_.format(unit=teller.unit(event.unit), tokens=moved, at=_at(event))

    return say


def _given(teller: Teller, event: Any) -> str:
    tokens = words.supplies(*_kind(event))
    return f"{teller.unit(event.other)} gives {tokens} to resupply {teller.unit(event.unit)}"


def _given_from_cache(teller: Teller, event: Any) -> str:
    return f"{words.supplies(*_kind(event))} of the Cache at {_at(event)} resupply {teller.unit(event.unit)}"


def _kind(event: Any) -> tuple[int, int]:
    amount = int(event.amount)
    return (amount, 0) if event.extra == FUEL else (0, amount)


def _resupplied(teller: Teller, event: Any) -> str:
    what = "Fuel" if event.extra == FUEL else "Ammunition"
    return f"{teller.unit(event.unit)} is resupplied: {int(event.amount)} {what} Counters"


def _disembarked(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} disembarks at {_at(event)}, {words.PLACES[int(event.amount)]}"


def _object(words_: str) -> Callable[[Teller, Any], str]:
    def say(teller: Teller, event: Any) -> str:
        name = words.OBJECTS[int(event.amount)][1]
        return words_.format(unit=teller.unit(event.unit), name=name, at=_at(event))

    return say


def _unit(words_: str) -> Callable[[Teller, Any], str]:
    """Words with the event's unit, its other unit, its square and its side."""

    def say(teller: Teller, event: Any) -> str:
        return words_.format(
            unit=teller.unit(event.unit),
            other=teller.unit(event.other),
            at=_at(event) if event.x >= 0 else "",
            side=teller.side(event),
            n=int(event.amount),
        )

    return say


def _gone(words_: str) -> Callable[[Teller, Any], str]:
    """The same of a unit that may be gone from all views: then by its Class."""

    def say(teller: Teller, event: Any) -> str:
        name = teller.unit(event.unit)
        if name == "A unit":
            name = words.CLASSES[int(event.amount)][0]
        return words_.format(unit=name, other=teller.unit(event.other), side=teller.side(event))

    return say


def _declared(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} attacks {teller.target(event)}"


def _recon_answer(teller: Teller, event: Any) -> str:
    yes = int(event.extra) % 16
    parts = [f"{teller.after.type_name(int(event.amount))}, Troop Strength {int(event.extra) // 16}"]
    for name, bit in (
        ("Fuel", HAS_FUEL),
        ("Ammunition", HAS_AMMO),
        ("Cargo", HAS_CARGO),
        ("Passengers", HAS_PASSENGERS),
    ):
        parts.append(f"{name} {'yes' if yes & bit else 'no'}")
    return f"{teller.unit(event.other)} is: {', '.join(parts)}"


def _aimed(teller: Teller, event: Any) -> str:
    return (
        f"{teller.unit(event.unit)} aims {words.count(int(event.amount), 'shot')} at {teller.target(event)}"
    )


def _fired(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} fires {words.count(int(event.amount), 'shot')}"


def _shots_lost(teller: Teller, event: Any) -> str:
    return (
        f"{words.count(int(event.amount), 'shot')} at {teller.target(event)} are lost: nothing is left there"
    )


def _exploded(teller: Teller, event: Any) -> str:
    return f"The Cache at {_at(event)} explodes: {words.count(int(event.amount), 'token')}"


def _counted(teller: Teller, event: Any) -> str:
    turns = words.count(int(event.amount), "turn")
    return f"{teller.side(event)} has held for {turns}: {teller.objective(event)}"


def _completed(teller: Teller, event: Any) -> str:
    presumed = ", as the last one there" if event.extra == 1 else ""
    return f"{teller.side(event)} completes an objective{presumed}: {teller.objective(event)}"


def _reopened(teller: Teller, event: Any) -> str:
    return f"Open again for {teller.side(event)}: {teller.objective(event)}"


def _money(words_: str) -> Callable[[Teller, Any], str]:
    def say(teller: Teller, event: Any) -> str:
        return words_.format(side=teller.side(event), money=words.count(int(event.amount), "Credit"))

    return say


def _scenario_began(teller: Teller, event: Any) -> str:
    texts = teller.after.texts.booklets[int(event.amount)]
    return f"Scenario {texts.name} {texts.title} begins"


def _chosen(teller: Teller, event: Any) -> str:
    texts = teller.after.texts.booklets[int(event.amount)]
    return f"{teller.side(event)} chooses {texts.name} {texts.title} as the next scenario"


def _scenario_ended(teller: Teller, event: Any) -> str:
    return f"The scenario is over: {ENDS.get(int(event.amount), 'it has ended')}"


def _campaign_ended(teller: Teller, event: Any) -> str:
    return f"The campaign is over: {ENDS.get(int(event.amount), 'it has ended')}"


def _placed(teller: Teller, event: Any) -> str:
    return f"{teller.side(event)} ends as number {int(event.amount)}, with {int(event.extra)} Credits"


def _lost(teller: Teller, event: Any) -> str:
    return words.count(int(event.amount), "loss", "losses")


def _object_hit(teller: Teller, event: Any) -> str:
    return f"{int(event.amount)} off its Structure"


STAYS_WHOLE = "it stays whole"
ANNOUNCING = frozenset(
    KINDS[k] for k in (happened.ATTACK_DECLARED, happened.COUNTERED, happened.MINES_ENTERED)
)
NO_PIECES = frozenset(
    {
        happened.BOUGHT,
        happened.DISBANDED,
        happened.SCRAPPED,
        happened.COUNTED,
        happened.COMPLETED,
        happened.REOPENED,
        happened.BONUS_PAID,
        happened.PENALTY_PAID,
    }
)
OUTCOMES = {happened.LOST: _lost, happened.OBJECT_HIT: _object_hit}
ENDS = {
    BY_LAST_ROUND: "the last game round has been played",
    BY_LULL: "nothing has been lost or gained for some game rounds",
    BY_OBJECTIVES: "the objectives are completed",
    BY_WITHDRAWAL: "only one player is left",
    BY_ELIMINATION: "the others are eliminated",
    BY_LEAVING: "the others have left",
}

# Event: its words, its clause.
TOLD: dict[int, tuple[Callable[[Teller, Any], str], str]] = {
    happened.PHASE_BEGAN: (_phase, "ST-CAMP-26"),
    happened.TURN_BEGAN: (_unit("Game round {n}: the turn of {side}"), "ST-CAMP-25"),
    happened.SCENARIO_BEGAN: (_scenario_began, "ST-CAMP-20"),
    happened.READ: (_unit("{side} is ready"), "ST-SETUP-04"),
    happened.DIE_CHOSEN: (_unit("{side} rolls a d{n} for turn order"), "ST-SETUP-09"),
    happened.ORDER_ROLLED: (_unit("{side} rolls {n} for turn order"), "ST-SETUP-05"),
    happened.ORDER_SET: (_ordered, "ST-SETUP-05"),
    happened.ZONE_TAKEN: (lambda t, e: f"{t.side(e)} takes {t.after.zone_name(int(e.amount))}", "ST-M14"),
    happened.RESOURCE_SEEN: (_resource_seen, "ST-R101"),
    happened.BOUGHT: (_bought, "ST-SETUP-14"),
    happened.POOL_CHANGED: (_pool, "ST-INFO-08"),
    happened.DECLARED_DONE: (_unit("{side} is done"), "ST-R19"),
    happened.MUSTERED: (_unit("{side} musters {unit}"), "ST-MUSTER-26"),
    happened.LOADED: (_loaded, "ST-MUSTER-16"),
    happened.GOT_ON: (_gone("{unit} gets aboard another unit"), "ST-BOARD-05"),
    happened.GOT_OFF: (_unit("{unit} gets off"), "ST-BOARD-05"),
    happened.AREA_LEFT: (_gone("{side}: {unit} leaves the Pre-Deployment Area for good"), "ST-R102"),
    happened.REORGANIZED: (_reorganized, "ST-REORG-06"),
    happened.DISBANDED: (_disbanded, "ST-SCRAP-02"),
    happened.SCRAPPED: (_scrapped, "ST-SCRAP-12"),
    happened.BUDGETED: (_money("{side} starts with {money}"), "ST-SETUP-10"),
    happened.MOVED: (_moved, "ST-MOV-03"),
    happened.REPOSITIONED: (
        lambda t, e: f"{t.unit(e.unit)} repositions: {words.PLACES[int(e.amount)]}",
        "ST-POS-14",
    ),
    happened.ENTRENCHED: (_entrenched, "ST-ENTR-01"),
    happened.DUG_OUT: (_unit("{unit} digs out at {at}"), "ST-ENTR-08"),
    happened.EXTRACTED: (_extracted, "ST-DEPLOY-06"),
    happened.DEPLOYED: (_deployed, "ST-DEPLOY-08"),
    happened.TRANSFERRED: (_transferred, "ST-LOG-05"),
    happened.CACHED: (_tokens("{unit} caches {tokens} at {at}"), "ST-CACHE-01"),
    happened.TAKEN_UP: (_tokens("{unit} takes up {tokens} from {at}"), "ST-R54"),
    happened.GIVEN: (_given, "ST-LOG-10"),
    happened.GIVEN_FROM_CACHE: (_given_from_cache, "ST-LOG-04"),
    happened.RESUPPLIED: (_resupplied, "ST-LOG-12"),
    happened.EMBARKED: (_gone("{unit} embarks"), "ST-R59"),
    happened.BOARDED: (_unit("{unit} is now aboard {other}"), "ST-R59"),
    happened.DISEMBARKED: (_disembarked, "ST-R59"),
    happened.MINES_ENTERED: (_unit("{unit} enters the minefield at {at}"), "ST-M06"),
    happened.MINES_CLEARED: (_unit("{unit} clears the minefield at {at}"), "ST-M06"),
    happened.OBJECT_BUILT: (_object("{unit} builds: {name} at {at}"), "ST-M07"),
    happened.OBJECT_REMOVED: (_object("{unit} removes: {name} at {at}"), "ST-M07"),
    happened.BRIDGE_OPENED: (_unit("{unit} opens its bridge from {at} on"), "ST-M08"),
    happened.BRIDGE_CLOSED: (_unit("{unit} closes its bridge"), "ST-M08"),
    happened.ATTACK_DECLARED: (_declared, "ST-ATK-03"),
    happened.LOST: (lambda t, e: f"{t.unit(e.unit)}: {_lost(t, e)}", "ST-ATK-14"),
    happened.DESTROYED_UNIT: (_gone("{unit} is destroyed"), "ST-R66"),
    happened.LOST_ABOARD: (_gone("{unit} is lost aboard {other}"), "ST-R60"),
    happened.COUNTER_ASKED: (_unit("{unit} may counterattack"), "ST-COUNTER-02"),
    happened.COUNTER_DECLINED: (_unit("{unit} does not counterattack"), "ST-COUNTER-02"),
    happened.COUNTERED: (_unit("{unit} counterattacks {other}"), "ST-COUNTER-04"),
    happened.RECONNED: (_unit("{unit} reconnoitres {other}"), "ST-RECON-03"),
    happened.RECON_ANSWER: (_recon_answer, "ST-RECON-05"),
    happened.BARRAGE_CALLED: (_unit("{unit} prepares to fire"), "ST-ARTY-10"),
    happened.AIMED: (_aimed, "ST-ARTY-12"),
    happened.FIRED: (_fired, "ST-ARTY-11"),
    happened.SHOT_LOST: (_shots_lost, "ST-R74"),
    happened.CACHE_EXPLODED: (_exploded, "ST-CACHE-08"),
    happened.OBJECT_HIT: (lambda t, e: f"{t.target(e)}: {_object_hit(t, e)}", "ST-R70"),
    happened.OBJECT_DESTROYED: (_object("{name} at {at} is destroyed"), "ST-R70"),
    happened.CACHE_LOST: (_unit("{n} tokens at {at} are lost with the bridge"), "ST-M08"),
    happened.WITHDREW: (_unit("{side} withdraws"), "ST-END-06"),
    happened.UNIT_LEFT: (_gone("{unit} is taken off the map and scrapped"), "ST-END-07"),
    happened.SALVAGE_SHARED: (_money("{money} of Battlefield Salvage will be paid to {side}"), "ST-R91"),
    happened.SCENARIO_ENDED: (_scenario_ended, "ST-END-01"),
    happened.TAKEN_HOME: (_gone("{unit} is taken home"), "ST-R92"),
    happened.COUNTED: (_counted, "ST-R95"),
    happened.COMPLETED: (_completed, "ST-END-03"),
    happened.REOPENED: (_reopened, "ST-R94"),
    happened.BONUS_PAID: (_money("{side} is paid a Bonus of {money}"), "ST-END-03"),
    happened.PENALTY_PAID: (_money("{side} pays a Penalty of {money}"), "ST-R97"),
    happened.SALVAGE_PAID: (_money("{side} is paid {money} of Battlefield Salvage"), "ST-R91"),
    happened.TOTAL_SHOWN: (_money("{side} has {money}"), "ST-R100"),
    happened.FELL: (_unit("{side} is eliminated"), "ST-END-19"),
    happened.STAYED: (_unit("{side} stays in the campaign"), "ST-R10"),
    happened.LEFT_CAMPAIGN: (_unit("{side} leaves the campaign"), "ST-END-20"),
    happened.CHOICE_ROLLED: (_unit("{side} rolls {n} for the choice of the next scenario"), "ST-R07"),
    happened.CHOSEN: (_chosen, "ST-END-17"),
    happened.CAMPAIGN_ENDED: (_campaign_ended, "ST-R08"),
    happened.PLACED: (_placed, "ST-R08"),
}
