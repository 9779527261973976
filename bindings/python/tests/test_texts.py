"""Every public object has a text at run time, and every function a signature."""

import importlib
import importlib.metadata
import importlib.util
import inspect
import pickle
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
import regicide_engine

MODULES = [
    "regicide_engine",
    "regicide_engine.bots",
    "regicide_engine.client",
    "regicide_engine.client.models",
    "regicide_engine.env",
    "regicide_engine.env.baseline",
    "regicide_engine.env.multi_agent",
    "regicide_engine.env.openspiel",
    "regicide_engine.env.single_agent",
    "regicide_engine.record",
    "regicide_engine.rules",
    "regicide_engine.solver",
    "regicide_engine.types",
]


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The public functions and classes of a module, and what the classes of the package define."""
    yield module.__name__, module
    for name in getattr(module, "__all__", vars(module)):
        value = getattr(module, name)
        ours = getattr(value, "__module__", "").startswith(("regicide_engine", "builtins"))
        if name.startswith("_") or not ours or not (inspect.isclass(value) or inspect.isroutine(value)):
            continue
        yield f"{module.__name__}.{name}", value
        if inspect.isclass(value) and not hasattr(value, "__total__"):
            for inner, member in vars(value).items():
                if not inner.startswith("_") and (inspect.isroutine(member) or inspect.isdatadescriptor(member)):
                    yield f"{module.__name__}.{name}.{inner}", member


OBJECTS = dict(found for name in MODULES for found in public(importlib.import_module(name)))


def test_every_public_object_has_a_text() -> None:
    assert len(OBJECTS) > 250
    assert [name for name, value in OBJECTS.items() if not inspect.getdoc(value)] == []


def test_the_version_is_that_of_the_distribution() -> None:
    assert regicide_engine.__version__ == importlib.metadata.version("regicide-engine")


def test_an_error_of_the_client_is_pickled() -> None:
    from regicide_engine.client import Problem

    document: Any = {"code": "not_found", "detail": "There is no such game.", "status": 404}
    problem = pickle.loads(pickle.dumps(Problem(document, 5, "here")))
    assert (problem.code, problem.retry_after, problem.request_id) == ("not_found", 5, "here")


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("regicide_engine.env", "numpy", "env"),
        ("regicide_engine.env.single_agent", "gymnasium", "env"),
        ("regicide_engine.env.multi_agent", "pettingzoo", "env"),
        ("regicide_engine.env.openspiel", "pyspiel", "openspiel"),
        ("regicide_engine.client", "httpx", "client"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, module: str, missing: str, extra: str
) -> None:
    for name in list(sys.modules):
        if name == module or name.startswith(f"{module}."):
            monkeypatch.delitem(sys.modules, name)
    real = importlib.util.find_spec
    monkeypatch.setattr("regicide_engine._extras.find_spec", lambda name: None if name == missing else real(name))
    with pytest.raises(ImportError, match=f'{missing} .*pip install "./bindings/python\\[{extra}\\]"') as error:
        importlib.import_module(module)
    assert error.value.name == missing
