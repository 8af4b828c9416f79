"""A backup in the place of the database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from prep.core.clock import Moment
from prep.errors import StoreError
from prep.store.backups.backup import BESIDE, backup_of, copied, kept_as_it_is
from prep.store.backups.check import OTHER, refuse_unfit, refused_absent
from prep.store.database.failure import explained
from prep.store.database.read_only import empty, looked_at
from prep.whole_file import beside, make_folder, put


def restore(file: Path, database: Path, folder: Path, now: Moment) -> Path | None:
    """Put a backup in the database's place, where a link leads; the present one is kept in `folder` first, and its path
    returned.

    Refuses a file that isn't prep's, is damaged, was changed by another program or is of a newer schema, and to replace
    a database that is open.
    """
    database = database.resolve()
    with explained(file), looked_at(refused_absent(file)) as old:
        refuse_unfit(old, file)
        with explained(database):
            if not empty(database) and (kept := _written_over(database, old, folder, now)):
                return kept
            return _placed(database, old, file, folder, now)


def _written_over(database: Path, old: sqlite3.Connection, folder: Path, now: Moment) -> Path | None:
    """Write the backup over the present content, in one transaction of SQLite's: whoever waits at the lock finds the
    one or the other. None, with nothing changed, where what stands there is damaged."""
    with closing(sqlite3.connect(database, timeout=1, isolation_level=None)) as present:
        if not _held(present, database):
            return None
        try:
            kept = backup_of(present, database, folder, now, "before-restore")
        except StoreError:
            return None
        old.backup(present)
        return kept


def _held(present: sqlite3.Connection, database: Path) -> bool:
    """Whether everyone else is locked out until the connection is closed; False where the file is damaged: replacing it
    is what restore is for.

    Raises StoreError while anybody has the database open, idle or not: SQLite leaves its write-ahead mode only for the
    last connection.
    """
    try:
        for pragma in ("locking_mode=exclusive", "synchronous=extra", "journal_mode=delete"):
            present.execute(f"pragma {pragma}")
        present.execute("begin exclusive")
        present.execute("commit")
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if (getattr(error, "sqlite_errorname", "") or "").startswith("SQLITE_BUSY"):
            raise StoreError(f"{database} is in use by another program", "close prep, then restore") from error
        return False
    return True


def _placed(database: Path, old: sqlite3.Connection, file: Path, folder: Path, now: Moment) -> Path | None:
    """Put the backup where there is no database, or none that can be read: what lies there is kept byte for byte."""
    make_folder(database.parent)
    with beside(database) as new:
        copied(old, file, new, OTHER)
        left = [part for suffix in ("", *BESIDE) if (part := Path(f"{database}{suffix}")).exists()]
        kept = kept_as_it_is(database, folder, now) if left else None
        for part in left[1:] if database.exists() else left:
            part.unlink()
        put(new, database)
    return kept
