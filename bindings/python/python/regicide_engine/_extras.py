"""Packages that not every module needs."""

from __future__ import annotations

from importlib.util import find_spec


def require(extra: str, *modules: str) -> None:
    """Raises an `ImportError` with the command that installs what is missing."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        command = f'pip install "./bindings/python[{extra}]"'
        names = " and ".join(missing)
        raise ImportError(f"{names} missing: in a checkout of the server, {command}", name=missing[0])
