"""Clocks, worked out from when steps were taken."""

from sandtable.server.clocks import Clocks
from sandtable.server.store import ClockRules


def test_a_live_clock_loses_the_time_thought_and_gains_the_increment():
    clocks = Clocks.start(ClockRules("live", 60, 5), 2, [0], 100.0)
    clocks.step(0, [1], 110.0)
    assert clocks.left == [55, 60]
    assert clocks.fallen(169.9) is None and clocks.fallen(170.0) == 1
    assert clocks.next_fall() == 170.0
    frame = clocks.frame(120.0)
    assert frame.left == [55, 50] and frame.running == [1]


def test_both_clocks_run_where_both_may_act():
    clocks = Clocks.start(ClockRules("live", 60, 0), 2, [0, 1], 0.0)
    clocks.step(0, [1], 10.0)
    assert clocks.left == [50, 50]
    clocks.step(1, [0], 30.0)
    assert clocks.left == [50, 30]
    assert Clocks(ClockRules("live", 9, 0), [9.0, 5.0], [0, 1], 0).fallen(9.0) == 1


def test_a_correspondence_clock_starts_anew_with_each_turn():
    clocks = Clocks.start(ClockRules("correspondence", 100, 0), 2, [0], 0.0)
    clocks.step(0, [0], 90.0)
    assert clocks.left[0] == 100
    clocks.step(0, [1], 180.0)
    assert clocks.next_fall() == 280.0
    clocks.step(1, [0], 270.0)
    assert clocks.left[0] == 100 and clocks.fallen(369.0) is None


def test_a_clock_that_goes_back_gives_no_time():
    clocks = Clocks.start(ClockRules("live", 60, 0), 2, [0], 100.0)
    clocks.step(0, [1], 50.0)
    assert clocks.left == [60, 60]


def test_without_a_clock_nothing_falls():
    clocks = Clocks.start(ClockRules(), 2, [0], 0.0)
    clocks.step(0, [1], 1e9)
    assert clocks.fallen(2e9) is None and clocks.next_fall() is None and clocks.frame(3e9).left == []


def test_nobody_loses_after_the_end():
    clocks = Clocks.start(ClockRules("live", 60, 0), 2, [0], 0.0)
    clocks.step(0, [], 10.0)
    assert clocks.next_fall() is None and clocks.fallen(1e9) is None
