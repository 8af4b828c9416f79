"""Under which id this machine writes: a database that was copied or restored elsewhere gets another one there.

`prep undo` takes back this device's newest action: under one id two machines would, after a merge, take back each
other's.
"""

from __future__ import annotations

import sys
from hashlib import blake2b
from pathlib import Path
from sqlite3 import Connection
from uuid import UUID, uuid4

from prep.store.database.connection import first

FIRST = "device"
"""Key in `meta` of the id given when the database was made; where the system doesn't name the machine, the only one."""
COPIED = (
    "This database came from another machine. prep undo takes back what is done on this one; what was done on the "
    "other stays."
)


def device(connection: Connection) -> str | None:
    """The id of this database on this machine; None until it has one."""
    found = first(connection, "select value from meta where key = ?", _key())
    return found if isinstance(found, str) else None


def name(connection: Connection) -> list[str]:
    """Give this machine an id, inside a transaction that writes; what a person should hear about it.

    Who comes back to a machine, as with a folder that several share, finds the id that was given there.
    """
    if device(connection) is not None:
        return []
    put = "insert into meta values (?, ?) on conflict do nothing"
    connection.execute(put, (FIRST, str(uuid4())))
    elsewhere = first(connection, f"select 1 from meta where key like '{FIRST}@%' limit 1") is not None
    mine = str(uuid4()) if elsewhere else str(first(connection, "select value from meta where key = ?", FIRST))
    connection.execute(put, (_key(), mine))
    return [COPIED] if elsewhere else []


def _key() -> str:
    """The key in `meta`. The machine's own name is nobody's business: a digest of it will do."""
    named = machine()
    return f"{FIRST}@{blake2b(named.encode(), digest_size=8, person=b'prep').hexdigest()}" if named else FIRST


def machine() -> str:
    """What the system calls this installation, the same at every start; empty where it says nothing (containers)."""
    try:
        if sys.platform == "win32":
            return _windows()
        return _macos() if sys.platform == "darwin" else _linux()
    except (OSError, ValueError, AttributeError):
        return ""


def _linux() -> str:
    files = (Path("/etc/machine-id"), Path("/var/lib/dbus/machine-id"))
    return next((text for file in files if file.is_file() and (text := file.read_text().strip())), "")


def _macos() -> str:
    import ctypes

    found, wait = (ctypes.c_ubyte * 16)(), (ctypes.c_long * 2)(1, 0)
    failed = ctypes.CDLL(None).gethostuuid(found, wait)
    return "" if failed else str(UUID(bytes=bytes(found)))


def _windows() -> str:
    import winreg

    with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"SOFTWARE\Microsoft\Cryptography") as key:  # type: ignore[attr-defined,unused-ignore]
        return str(winreg.QueryValueEx(key, "MachineGuid")[0])  # type: ignore[attr-defined,unused-ignore]
