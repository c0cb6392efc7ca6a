"""The tree as a whole: what belongs at the top, what must never be in it, and what README promises."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOP_LEVEL = {
    ".ci", ".gitignore", "LICENSE", "Makefile", "README.md", "firmware_bridge", "hardware", "pyproject.toml",
    "requirements-test.lock", "requirements.lock", "rules", "seeds", "tests", "web_panel",
}  # fmt: skip
MOST_LINES = 450  # a file that passes about 400 lines is asking to be two
GENERATED = {"firmware_bridge/regmap.py", "hardware/firmware/regmap.py"}
# Written in pieces, so that this file does not name them itself.
REGISTRY_HOSTS = [
    "py" + "pi.org",
    "python" + "hosted.org",
    "npm" + "js.org",
    "deb." + "debian.org",
    "pi" + "wheels.org",
]


def tracked() -> list[str]:
    """Paths git tracks, or will: the test must also work before the first commit of a file."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: nothing says which files belong to the project")
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True,
    ).stdout.decode()  # fmt: skip
    return [name for name in listing.split("\0") if name and (ROOT / name).is_file()]


def texts() -> list[tuple[str, str]]:
    found = []
    for name in tracked():
        data = (ROOT / name).read_bytes()
        if b"\0" not in data:
            found.append((name, data.decode("utf-8")))
    return found


def test_the_top_level_is_as_the_house_wants_it() -> None:
    """No new folder or file stands at the top without being named here."""
    assert {name.split("/")[0] for name in tracked()} <= TOP_LEVEL


def test_no_source_file_is_two() -> None:
    """Source files stay short enough to be read in one sitting; generated tables excepted."""
    long = [
        (name, text.count("\n"))
        for name, text in texts()
        if name.endswith((".py", ".js", ".css", ".html"))
        and name not in GENERATED
        and text.count("\n") > MOST_LINES
    ]
    assert long == []


def test_no_registry_host_is_named() -> None:
    """Where packages come from is the machine's business."""
    assert [(name, host) for name, text in texts() for host in REGISTRY_HOSTS if host in text] == []


def test_no_absolute_path_of_a_machine() -> None:
    """No file names a home folder or a build machine's own folders."""
    pattern = re.compile(r"(?<![\w.])/(home|root|Users|work|farm)/\w")
    allowed = {"tests/test_tree.py"}
    assert [name for name, text in texts() if name not in allowed and pattern.search(text)] == []


def test_lock_files_carry_versions_and_hashes_only() -> None:
    """Every requirement is pinned with hashes, and no address stands in a lock file."""
    for name in ("requirements.lock", "requirements-test.lock", "hardware/firmware-stubs.lock"):
        text = (ROOT / name).read_text()
        assert "://" not in text
        pins = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
        assert pins
        assert all("==" in line and line.endswith("\\") for line in pins), name


def test_every_dependency_says_why_it_is_there() -> None:
    """Each requirement in pyproject stands beside a comment."""
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    for number, line in enumerate(lines):
        if re.match(r'\s+"[a-z][\w-]*[<>=]', line):
            assert "#" in line or lines[number - 1].lstrip().startswith("#"), line


def test_make_targets_of_the_readme_exist() -> None:
    """Every `make` command README shows is a target of the Makefile."""
    readme = (ROOT / "README.md").read_text()
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z][\w-]*):", makefile, re.M))
    named = set(re.findall(r"(?:`|^ {4})make ([a-z][\w-]*)", readme, re.M))
    assert {"run", "test"} <= named
    assert named <= targets


def test_files_that_readme_links_to_exist() -> None:
    """No link or picture of README leads nowhere."""
    readme = (ROOT / "README.md").read_text()
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", readme) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_package_description_is_complete() -> None:
    """pyproject names the command, the licence and the oldest Python."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["scripts"] == {"palace": "web_panel.cli:main"}
    assert project["license"] == "MIT"
    assert project["requires-python"] == ">=3.11"
