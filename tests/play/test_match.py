"""A match: its steps, refusals, undo, logs and programs that play."""

from dataclasses import replace

import pytest

from sandtable.core.record import raw
from sandtable.core.rulebook import rulebook
from sandtable.play import luck, proof
from sandtable.play.match import LONGEST, Match, Refusal
from sandtable.play.replay import back_to

SECRET = bytes(range(32))
HUMANS = ["human", "human"]


def duel(players=HUMANS, secret=SECRET, nonces=(b"a", b"b")):
    return Match("toybook/duel", list(players), secret, nonces, ("Ada", "Bob"))


def play_out(match):
    while not match.over:
        seat = match.to_act()[0]
        step = match.act(seat, match.choose(seat))
        assert not isinstance(step, Refusal), step
    return match


@pytest.mark.parametrize(
    ("seat", "text", "words"),
    [
        (0, "JUMP", "begins with no verb"),
        (0, "STRIKE 9", "1 to 3 dice"),
        (0, "PARRY", "no hits"),
        (1, "REST", "turn"),
        (7, "REST", "spectator"),
        (-1, "REST", "spectator"),
        (0, "REST" * LONGEST, "at most"),
        (0, "RE\x00ST", "printable"),
        (0, "", "verb"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(seat, text, words):
    match = duel()
    before = match.state, match.sequence
    refusal = match.act(seat, text)
    assert isinstance(refusal, Refusal)
    assert words in refusal.reason
    assert (match.state, match.sequence) == before


def test_a_rule_refusal_names_its_clause():
    refusal = duel().act(0, "STRIKE 9")
    assert (refusal.clause, refusal.code) == ("TB-TURN-02", 7)


def test_proposing_changes_nothing():
    match = duel()
    before = raw(match.book.Game, match.game)
    step = match.propose(0, "STRIKE 3")
    assert raw(match.book.Game, match.game) == before and match.sequence == 0
    assert match.add(step).number == match.sequence == 1


def test_steps_must_follow_each_other():
    match = duel()
    step = match.propose(0, "REST")
    match.add(step)
    with pytest.raises(ValueError, match="does not follow"):
        match.add(step)


@pytest.mark.parametrize("players", [["scripted", "random"], ["random", "random"], ["scripted", "scripted"]])
def test_programs_play_to_the_end(players):
    match = play_out(duel(players))
    assert match.to_act() == []
    assert sorted(match.ranks()) in ([1, 1], [1, 2])
    assert match.result() is not None
    assert isinstance(match.act(0, "REST"), Refusal)


def test_the_same_secret_gives_the_same_match_and_another_does_not():
    one, two = play_out(duel(["scripted"] * 2)), play_out(duel(["scripted"] * 2))
    assert [step.state for step in one.steps] == [step.state for step in two.steps]
    others = [play_out(duel(["scripted"] * 2, proof.new_secret())) for _ in range(3)]
    assert any([s.dice for s in other.steps] != [s.dice for s in one.steps] for other in others)
    nonce = play_out(duel(["scripted"] * 2, nonces=(b"a", b"c")))
    assert [s.dice for s in nonce.steps] != [s.dice for s in one.steps]


def test_a_program_sees_only_its_view(monkeypatch):
    """What the other's courage is changes no choice of a script that has not looked."""
    secrets = [bytes([i]) * 32 for i in range(40)]
    matches = [duel(["random", "human"], secret) for secret in secrets]
    hidden = {int(match.game[0].duellists[1].courage) for match in matches}
    assert len(hidden) > 2
    match = matches[0]
    chosen = match.choose(0)
    match.game[0].duellists[1].courage = 1 + int(match.game[0].duellists[1].courage) % 6
    assert raw(match.book.Action, match.choose(0)) == raw(match.book.Action, chosen)


def test_each_seat_reads_only_what_it_may_know():
    match = duel()
    match.act(0, "LOOK")
    assert any("courage is" in entry.text for entry in match.logs[0])
    for seat in (1, -1):
        assert not any("courage is" in entry.text for entry in match.logs[seat])
        assert "look" in match.logs[seat][-1].text


def test_resigning_ends_a_match():
    match = duel()
    match.add(match.close("resign", 0))
    assert match.over and match.ranks() == [2, 1]
    table = match.table(1)
    assert table.acts == [] and table.to_act == []
    assert table.result.title == "Bob wins" and table.result.lines == ["Ada resigns"]
    assert match.logs[1][-1].text == "Ada resigns"


def test_a_draw_ranks_all_first():
    match = duel()
    match.add(match.close("draw", 0))
    assert match.ranks() == [1, 1] and match.result().title == "A draw"


def test_a_script_takes_over():
    match = duel()
    match.add(match.close("seat", 0, "scripted"))
    assert match.players == ["scripted", "human"]
    assert match.act(0, match.choose(0)).text == "STRIKE 3"


class TestUndo:
    """The duel gives the turn away with each action, so a patient judge of it does not."""

    @pytest.fixture
    def match(self, monkeypatch):
        match = duel()
        monkeypatch.setattr(match, "_changes_seat", lambda game: False)
        return match

    def test_takes_back_what_revealed_nothing(self, match):
        before = raw(match.book.Game, match.game)
        log = [list(match.logs[seat]) for seat in match.viewers]
        assert not match.act(0, "REST").final
        assert match.can_undo(0) and not match.can_undo(1)
        match.add(match.take_back(0))
        assert raw(match.book.Game, match.game) == before
        assert [match.logs[seat] for seat in match.viewers] == log
        assert match.sequence == 2 and match.acts == []
        assert isinstance(match.take_back(0), Refusal)

    def test_not_past_a_die(self, match):
        assert match.act(0, "STRIKE 1").final
        assert isinstance(match.take_back(0), Refusal)

    def test_not_past_a_reveal(self, match):
        assert match.act(0, "LOOK").final
        assert not match.can_undo(0)

    def test_not_past_another_seat(self, match):
        match.act(0, "REST")
        match.act(1, "REST")
        assert not match.can_undo(0) and match.can_undo(1)
        match.add(match.take_back(1))
        assert not match.can_undo(0)

    def test_a_taken_back_number_is_never_used_again(self, match):
        match.act(0, "REST")
        match.add(match.take_back(0))
        assert match.act(0, "STRIKE 3").number == 3


def test_a_change_of_seat_is_final():
    assert duel().act(0, "REST").final


def test_the_past_is_as_it_was():
    match = duel()
    seen = [(match.state, raw(match.book.Game, match.views[0]))]
    for text in ("REST", "REST", "LOOK", "STRIKE 3"):
        match.act(match.to_act()[0], text)
        seen.append((match.state, raw(match.book.Game, match.views[0])))
    for at, (state, view) in enumerate(seen):
        past = back_to(match, at)
        assert past.match.game is not match.game
        assert raw(match.book.Game, past.match.views[0]) == view
        assert match.acts[at - 1].state == state if at else match.first_state == state
    assert "courage is" in back_to(match, 3).log[0][-1].text
    with pytest.raises(ValueError, match="expected 0 to 4"):
        back_to(match, 5)


def test_a_fork_goes_on_from_its_position_with_other_dice():
    match = duel(["scripted"] * 2)
    for _ in range(4):
        match.act(match.to_act()[0], match.choose(match.to_act()[0]))
    fork = Match("toybook/duel", ["scripted"] * 2, bytes(32), (), (), position=match.game)
    assert fork.first_state == match.state
    play_out(fork)
    assert fork.over and not match.over


def test_luck_counts_the_dice_of_each_seat():
    match = play_out(duel(["scripted"] * 2))
    found = luck.luck(match.logs[0], 2)
    thrown = sum(len(fallen.faces) for step in match.steps for fallen in step.dice)
    assert sum(one.dice for one in found) == thrown > 0
    assert found[0].expected == 3.5 * found[0].dice
    even = luck.Luck(0)
    even.throw(6, [1, 2, 3, 4, 5, 6])
    assert (even.share, even.sigma) == (1, 0)
    even.throw(6, [6])
    assert even.share > 1 and even.sigma > 0


def test_no_match_for_an_unknown_scenario():
    with pytest.raises(KeyError, match="no rulebook"):
        Match("chess/first", list(HUMANS), SECRET)
    with pytest.raises(KeyError, match="no scenario"):
        Match("toybook/none", list(HUMANS), SECRET)
    assert replace(rulebook("toybook"), hidden=False).hidden is False
