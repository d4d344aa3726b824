"""The file of a match: it is read back, replayed and proved, and no byte of it can be changed."""

import pytest

from sandtable.core.content import ContentError
from sandtable.core.dice import sealed_face
from sandtable.play import log, proof
from sandtable.play.match import Match
from sandtable.play.replay import Diverged, replay, verify

SECRET = bytes(range(32))


@pytest.fixture(scope="module")
def match():
    match = Match("toybook/duel", ["scripted", "scripted"], SECRET, (b"a", b"b"), ("Ada", "Bob 😀₂"))
    while not match.over:
        seat = match.to_act()[0]
        match.act(seat, match.choose(seat))
    return match


@pytest.fixture
def path(match, tmp_path):
    path = tmp_path / "duel.toml"
    path.write_text(log.dump(match), encoding="utf-8")
    return path


def signed(text):
    """The text with a digest that fits: what a forger would do."""
    body = text[: text.rindex("digest")]
    return f'{body}digest = "{log._digest(body)}"\n'


def test_a_saved_match_is_verified(match, path):
    found = verify(path)
    assert found.over and found.steps == len(match.steps) and found.dice > 0
    assert list(found.ranks) == match.ranks()


def test_a_replay_is_the_same_match(match, path):
    again = replay(log.read(path))
    assert again.steps == match.steps and again.state == match.state
    assert again.logs == match.logs
    assert log.dump(again) == log.dump(match)


def test_every_changed_byte_is_found(path):
    good = path.read_bytes()
    for at in range(len(good)):
        bad = bytearray(good)
        bad[at] ^= 1
        path.write_bytes(bytes(bad))
        with pytest.raises((ContentError, Diverged)):
            log.read(path)
    path.write_bytes(good + b"\n")
    with pytest.raises(ContentError, match="last line"):
        log.read(path)
    path.write_bytes(good[:-1])
    with pytest.raises(ContentError):
        log.read(path)


def test_a_forged_action_is_found_at_its_step(path):
    text = path.read_text()
    path.write_text(signed(text.replace('[1, 0, "act", "STRIKE 3"', '[1, 0, "act", "STRIKE 2"')))
    with pytest.raises(Diverged, match="step 1: the state hash"):
        verify(path)


def test_forged_dice_are_found(path, match):
    faces = str(match.steps[0].dice[0])
    forged = faces[:-1] + ("1" if faces[-1] != "1" else "2")
    path.write_text(signed(path.read_text().replace(faces, forged, 1)))
    with pytest.raises(Diverged, match="step 1: the dice are"):
        verify(path)


def test_dice_are_checked_without_the_rules(match):
    step = match.steps[0]
    assert proof.check(match.key, step.number, step.dice) == []
    fallen = step.dice[0]
    assert [sealed_face(match.key, 1, fallen.purpose, i, 6) for i in range(3)] == list(fallen.faces)
    wrong = proof.Fallen(fallen.purpose, fallen.first, fallen.sides, (fallen.faces[0] % 6 + 1,))
    assert "the secret makes" in proof.check(match.key, 1, [wrong])[0]
    assert proof.check(proof.match_key(bytes(32), ()), 1, step.dice)


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ('secret = "00', 'secret = "01', "secret", "not the one promised"),
        ('secret = "00', 'secret = "', "secret", "hexadecimal"),
        ('rulebook = "toybook"', 'rulebook = "chess"', "rulebook", "no rulebook"),
        ('scenario = "toybook/duel"', 'scenario = "toybook/war"', "scenario", "no scenario"),
        ('"scripted", "scripted"', '"scripted", "wizard"', "players", "wizard"),
        ('"scripted", "scripted"', '"scripted"', "players", "2 to 2"),
        ('[2, 1, "act"', '[3, 1, "act"', "line 17, step 2", "expected step 2"),
        ('[2, 1, "act"', '[2, 1, "cheat"', "record", "cheat"),
        ('rules = "', 'rules = "0', "rules", "other rules"),
        ('content = "', 'content = "0', "content", "another scenario"),
        ('names = ["Ada"', 'names = ["Ada]', "line 7", "not TOML"),
        ("record = [\n", "record = [" + "[" * 100 + "\n", "line 12", "nested"),
    ],
)
def test_an_error_names_the_place(path, old, new, place, words):
    text = path.read_text()
    line = next(i for i, s in enumerate(text.splitlines(), 1) if s.startswith('[2, 1, "act"'))
    assert old in text
    path.write_text(signed(text.replace(old, new, 1)))
    with pytest.raises(ContentError) as error:
        log.read(path)
    assert words in str(error.value)
    assert place.replace("line 17", f"line {line}") in str(error.value)


def test_dice_that_are_none(path):
    path.write_text(signed(path.read_text().replace('"2:0 d6', '"2:0 six', 1)))
    with pytest.raises(ContentError, match="expected dice such as"):
        log.read(path)


def test_missing_file(tmp_path):
    with pytest.raises(ContentError, match="cannot be read"):
        log.read(tmp_path / "none.toml")


def test_a_fork_is_saved_with_its_position(match, tmp_path):
    fork = Match("toybook/duel", ["human"] * 2, bytes(32), (), (), position=match.game)
    path = tmp_path / "fork.toml"
    path.write_text(log.dump(fork))
    assert verify(path).over
    assert replay(log.read(path)).state == match.state
    with pytest.raises(ValueError):
        log.unsqueeze(match.book, "abc")


def test_nonces():
    assert proof.read_nonce("00ff") == b"\0\xff"
    for bad in ("", "0", "zz", "00" * 33, "00\n"):
        with pytest.raises(ValueError, match="1 to 32 bytes"):
            proof.read_nonce(bad)
    assert proof.match_key(SECRET, [b"ab", b"c"]) != proof.match_key(SECRET, [b"a", b"bc"])
