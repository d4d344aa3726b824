"""Why an action is refused: codes, words, clauses."""

from __future__ import annotations

NOT_ASKED = 1
WRONG_VERB = 2
NOT_YOURS = 3
ALREADY_PLACED = 4
NOT_EVERY_STAND = 5
OUTSIDE_ZONE = 6
OFF_TABLE = 7
OVERLAPS = 8
IN_IMPASSABLE = 9
NOT_COHERENT = 10
NO_INSERTION = 11
NO_ROOM_ABOARD = 12
TOO_NEAR_TO_ARRIVE = 13
HAS_ACTIVATED_ALREADY = 14
NOT_THERE = 15
ROUTED_MAY_NOT = 16
MUST_MOVE_FIRST = 17
MUST_REGROUP = 18
AIRCRAFT_MAY_NOT = 19
EMBARKED_MAY_NOT = 20
NO_STAND_CAN = 21
MUST_TARGET_CONTACT = 22
NO_SUCH_TARGET = 23
WRONG_MARKERS = 24
NOT_INDIRECT = 25
ALL_SUPPRESSED = 26
TOO_FAR = 27
THROUGH_ENEMY = 28
ENEMY_ZONE = 29
LEAVES_SLOW = 30
TOO_SHORT = 31
GAPS_WIDEN = 32
NOT_NEARER = 33
NOT_ITS_STANDS = 34
NOT_NOW = 35
NO_SUCH_DIE = 36
NOT_NEAREST = 37
NOT_THAT_DIE = 38
CANNOT_LAND = 39
NOTHING_ABOARD = 40
NOT_TOUCHING = 41
NO_DISCIPLINE = 42
NO_WAR_CRY = 43
PLAN_BROKEN = 44
GAME_OVER = 45
MAY_NOT_SNAP = 46
DROPPED_NEAR_ENEMY = 47

REASONS: dict[int, tuple[str, str]] = {
    NOT_ASKED: ("it is not your decision now", "FM-ROUND-02"),
    WRONG_VERB: ("that is no answer to what is asked now", "FM-ACT-01"),
    NOT_YOURS: ("that is no formation of yours", "FM-SETUP-05"),
    ALREADY_PLACED: ("that formation is placed already", "FM-DEPLOY-01"),
    NOT_EVERY_STAND: ("each stand needs exactly one place", "FM-SETUP-05"),
    OUTSIDE_ZONE: ("a stand lies outside its deployment zone", "FM-DEPLOY-02"),
    OFF_TABLE: ("a base leaves the table", "FM-R07"),
    OVERLAPS: ("two bases would overlap", "FM-R07"),
    IN_IMPASSABLE: ("terrain there is impassable to the stand", "FM-TERR-09"),
    NOT_COHERENT: ("the formation would be split", "FM-COH-01"),
    NO_INSERTION: ("not every stand of it has Insertion", "FM-SPEC-14"),
    NO_ROOM_ABOARD: ("it does not fit into the transport aircraft", "FM-LAND-01"),
    TOO_NEAR_TO_ARRIVE: ("a stand would arrive within 10 cm of an enemy stand", "FM-SPEC-16"),
    HAS_ACTIVATED_ALREADY: ("that formation has activated this round", "FM-ROUND-04"),
    NOT_THERE: ("that formation is neither on the table nor embarked", "FM-R88"),
    ROUTED_MAY_NOT: ("a routed formation may only move or rally", "FM-ACT-03"),
    MUST_MOVE_FIRST: ("aircraft begin with a move", "FM-AIR-13"),
    MUST_REGROUP: ("a split formation must first move back together", "FM-COH-02"),
    AIRCRAFT_MAY_NOT: ("only a transport aircraft may land, as its second action", "FM-AIR-15"),
    EMBARKED_MAY_NOT: ("an embarked formation may only rally", "FM-R87"),
    NO_STAND_CAN: ("no stand of it can attack that formation", "FM-ATK-11"),
    MUST_TARGET_CONTACT: ("it must attack a formation that it is in base contact with", "FM-ATK-02"),
    NO_SUCH_TARGET: ("there is no such enemy formation on the table", "FM-ATK-01"),
    WRONG_MARKERS: ("each stress marker must be put on a stand that could attack", "FM-ATK-12"),
    NOT_INDIRECT: ("a stand named cannot use Indirect firepower now", "FM-WEAP-08"),
    ALL_SUPPRESSED: ("at least one stand must still be able to attack", "FM-ATK-15"),
    TOO_FAR: ("a stand would move farther than its speed", "FM-MOVE-01"),
    THROUGH_ENEMY: ("a path goes through an enemy base", "FM-R17"),
    ENEMY_ZONE: ("a path comes within 5 cm of an enemy and does not end in contact", "FM-MOVE-03"),
    LEAVES_SLOW: ("a path enters slow terrain and leaves it again", "FM-TERR-08"),
    TOO_SHORT: ("an aircraft must end at least its least move away", "FM-AIR-14"),
    GAPS_WIDEN: ("the groups of the split formation may not move apart", "FM-R12"),
    NOT_NEARER: ("every group must come nearer to the largest", "FM-R11"),
    NOT_ITS_STANDS: ("a stand named is not on the table", "FM-MOVE-04"),
    NOT_NOW: ("another formation is asked about now", "FM-ACT-06"),
    NO_SUCH_DIE: ("no kept die shows that", "FM-DICE-03"),
    NOT_NEAREST: ("a closer stand must get its die first", "FM-DICE-04"),
    NOT_THAT_DIE: ("a die that equals the stand's armour must be assigned if there is one", "FM-DICE-06"),
    CANNOT_LAND: ("an aircraft cannot land where it is", "FM-LAND-13"),
    NOTHING_ABOARD: ("that formation is not aboard the landing aircraft", "FM-LAND-05"),
    NOT_TOUCHING: ("it does not touch a landing aircraft", "FM-LAND-09"),
    NO_DISCIPLINE: ("its army has no Fire Discipline left", "FM-M09"),
    NO_WAR_CRY: ("its army has no War Cry left", "FM-M09"),
    PLAN_BROKEN: ("the plan is no longer legal for the stands that are left", "FM-R61"),
    GAME_OVER: ("the game is over", "FM-MISSION-04"),
    MAY_NOT_SNAP: ("it is routed, has activated, or is no formation on the ground", "FM-SNAP-03"),
    DROPPED_NEAR_ENEMY: ("a stand would be dropped within 5 cm of an enemy", "FM-LAND-10"),
}
