"""Accounts, for those who want them: argon2 passwords, sessions that can be revoked."""

from __future__ import annotations

import re
import threading

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from sandtable.server.matches import Unfit, clean_name
from sandtable.server.messages import Credentials
from sandtable.server.store import Store, new_token

IDLE, LONGEST = 14 * 86400.0, 90 * 86400.0  # seconds of a session without use, and at all
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 128
EMAIL = re.compile(r"[^@\s<>\"',;:\\]{1,64}@[A-Za-z0-9.-]{1,189}")
COMMON = """
    password password1 password12 password123 passw0rd 12345678 123456789 1234567890 0123456789
    11111111 00000000 87654321 qwertyui qwertyuiop qwerty123 1q2w3e4r 1qaz2wsx abcd1234 abc12345
    iloveyou sunshine princess football baseball superman trustno1 letmein1 welcome1 admin123
    sandtable sandtable1 wargames changeme whatever computer internet starwars michelle jennifer
"""

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_one_at_a_time = threading.Semaphore(2)  # each takes 19 MiB


def clean_email(text: str) -> str:
    """An e-mail address, or nothing. Unfit if it is none."""
    if text and not EMAIL.fullmatch(text):
        raise Unfit("expected an e-mail address")
    return text


def register(store: Store, given: Credentials) -> int:
    """A new account's number. Unfit says what is wrong."""
    name = clean_name(given.name)
    if len(name) < 2 or name != given.name:
        raise Unfit("expected a name of 2 to 40 letters")
    if not SHORTEST_PASSWORD <= len(given.password) <= LONGEST_PASSWORD:
        raise Unfit(f"expected a password of {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
    if given.password.lower() in COMMON.split() or given.password.lower() == name.lower():
        raise Unfit("that password is among the first that anyone would try")
    email = clean_email(given.email)
    with _one_at_a_time:
        account = store.new_account(name, _hasher.hash(given.password), email)
    if not account:
        raise Unfit("that name is taken")
    return account


def log_in(store: Store, given: Credentials) -> str:
    """A new session's token, or nothing if name and password do not fit. It takes as long either way."""
    found = store.account(given.name[:40])
    stored = found[1] if found else _hash_of_nobody()
    with _one_at_a_time:
        try:
            _hasher.verify(stored, given.password[:LONGEST_PASSWORD])
        except (Argon2Error, InvalidHashError):
            found = None
    if not found:
        return ""
    token = new_token()
    store.open_session(token, found[0])
    return token


_nobody: list[str] = []


def _hash_of_nobody() -> str:
    if not _nobody:
        _nobody.append(_hasher.hash(new_token()))
    return _nobody[0]
