"""The settings file: whole or old, never empty."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from web_panel import store
from web_panel.hosting.errors import Unavailable
from web_panel.settings import DEFAULTS, Settings


def test_what_was_saved_is_read(tmp_path: Path) -> None:
    """Changed values come back, the rest are the defaults; only what differs is written."""
    settings = Settings(tmp_path)
    settings["settle_s"] = 0.9
    settings.save()
    again = Settings(tmp_path)
    assert again["settle_s"] == 0.9
    assert again["warning_s"] == DEFAULTS["warning_s"]
    assert json.loads((tmp_path / "settings.json").read_text(encoding="utf-8")) == {"settle_s": 0.9}
    assert oct((tmp_path / "settings.json").stat().st_mode & 0o777) == "0o600"


@pytest.mark.parametrize("raw", [b"", b"{", b"[1]", b"\xff", b"null", b"[" * 99_999])
def test_a_damaged_file_is_kept_and_the_defaults_hold(tmp_path: Path, raw: bytes) -> None:
    """The service starts; the file is put aside, not overwritten."""
    (tmp_path / "settings.json").write_bytes(raw)
    settings = Settings(tmp_path)
    assert settings["settle_s"] == DEFAULTS["settle_s"]
    assert settings.damaged.read_bytes() == raw
    settings.save()
    assert settings.damaged.read_bytes() == raw


def test_a_value_of_the_wrong_kind_is_left_at_its_default(tmp_path: Path) -> None:
    """A file edited by hand does not keep the service from starting."""
    (tmp_path / "settings.json").write_text('{"settle_s": "soon", "names": ["glass"]}', encoding="utf-8")
    settings = Settings(tmp_path)
    assert settings["settle_s"] == DEFAULTS["settle_s"]
    assert settings["names"] == ["glass"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("warning_s", 0.1), ("warning_s", None), ("settle_s", float("nan")), ("settle_s", True),
        ("names", None), ("names", [1]), ("untrusted", ["z9"]), ("untrusted", [[]]), ("wifi", "x"),
        ("pin", "x"), ("pin", {"salt": 1}), ("pin_wrong", 10**9), ("power_off", None), ("hold_to_run", 1),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_is_left_at_its_default(tmp_path: Path, name: str, value: Any) -> None:
    """No null or number beyond its limits gets in by the file; the warning above all keeps its second."""
    (tmp_path / "settings.json").write_text(json.dumps({name: value, "buttons": True}), encoding="utf-8")
    settings = Settings(tmp_path)
    assert settings[name] == DEFAULTS[name]
    assert settings["buttons"] is True


@pytest.mark.parametrize("fails", ["fsync", "replace"])
def test_a_crash_at_any_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """Before the rename the old settings stand, whatever the new file holds."""
    settings = Settings(tmp_path)
    settings["settle_s"] = 0.9
    settings.save()

    def crash(*_args: Any, **_more: Any) -> None:
        raise OSError("power cut")

    settings["settle_s"] = 1.5
    with monkeypatch.context() as patch:
        if fails == "fsync":
            patch.setattr(store.os, "fsync", crash)
        else:
            patch.setattr(Path, "replace", crash)
        with pytest.raises(Unavailable):
            settings.save()
    assert Settings(tmp_path)["settle_s"] == 0.9


def test_file_and_folder_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file before the rename, its folder after it."""
    synced, order = os.fsync, []
    replace = Path.replace
    monkeypatch.setattr(
        store.os, "fsync", lambda fd: (order.append(os.path.realpath(f"/proc/self/fd/{fd}")), synced(fd))
    )
    monkeypatch.setattr(
        Path, "replace", lambda self, target: (order.append("rename"), replace(self, target))[1]
    )
    Settings(tmp_path).save()
    assert order == [str(tmp_path / "settings.json.part"), "rename", str(tmp_path)]


def test_settings_over_http(table: Any) -> None:
    """The panel reads and changes them; wrong values are refused by field; onlookers get nothing."""
    panel = table.panel()
    assert panel.json("/api/settings")["settle_s"] == 0.05
    assert panel.post("/api/settings", {"settle_s": 0.8}).get_json()["settle_s"] == 0.8
    assert Settings(table.data)["settle_s"] == 0.8
    wrong = panel.post("/api/settings", {"settle_s": 60})
    assert (wrong.status_code, wrong.get_json()["params"]["field"]) == (400, "settle_s")
    assert panel.post("/api/settings", {"pin": "1"}).status_code == 400
    assert "pin" not in panel.json("/api/settings")
    assert table.browser().get("/api/settings").status_code == 403


def test_settings_that_cannot_be_written_are_not_taken(table: Any) -> None:
    """A full disk: 503 in words, and what held goes on holding."""
    panel, before = table.panel(), table.settings["warning_s"]
    (table.data / "settings.json.part").mkdir()
    answer = panel.post("/api/settings", {"warning_s": 3.0})
    assert (answer.status_code, answer.get_json()["code"]) == (503, "store.failed")
    assert panel.json("/api/settings")["warning_s"] == before
