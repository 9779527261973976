#!/usr/bin/env python3
"""Writes the models and operations of `regicide.client` from the OpenAPI document.

With `--check` it writes nothing, and fails if they are not what it would write.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CLIENT = HERE / "python/regicide/client"
DOCUMENT = json.loads((HERE / "../../openapi/openapi.json").read_text(encoding="utf-8"))
WIDTH = 120
HEAD = '"""{}\n\nWritten by generate.py from openapi/openapi.json.\n"""\n\nfrom __future__ import annotations\n\n'
PRIMITIVES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
# These POSTs change nothing and take no key: they may be sent again as they are.
READS = {"request_analysis", "verify_record"}
# The client sends these by itself, or has the same in another parameter (`after`). It keeps no answers.
LEFT_OUT = {"Accept-Language", "Last-Event-ID", "If-None-Match"}


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    """A part of the document, or the one that it refers to."""
    found: Any = DOCUMENT
    for name in part["$ref"].split("/")[1:] if "$ref" in part else ():
        found = found[name]
    return found if "$ref" in part else part


def camel(name: str) -> str:
    return "".join(word[0].upper() + word[1:] for word in name.split("_"))


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|-", "_", name).lower()


def docstring(text: str, indent: str) -> str:
    lines = text.strip().replace("\\", "\\\\").splitlines()
    end = "" if len(lines) == 1 else f"\n{indent}"
    return "\n".join(indent + line if line else "" for line in [f'"""{lines[0]}', *lines[1:]]) + end + '"""\n'


def listed(before: str, items: list[str], after: str, indent: str = "") -> str:
    """A list in brackets: on one line if it fits."""
    line = f"{indent}{before}{', '.join(items)}{after}\n"
    inner = f"\n{indent}    "
    return line if len(line) <= WIDTH + 1 else f"{indent}{before}{inner}{f',{inner}'.join(items)},\n{indent}{after}\n"


class Models:
    """The types of the document's schemas: classes, each after those that it extends, and other names."""

    def __init__(self) -> None:
        self.classes: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        for name, schema in DOCUMENT["components"]["schemas"].items():
            self.define(name, schema)

    def type_of(self, schema: dict[str, Any], name: str) -> str:
        """A schema as a type; an object that is described in its place gets the name."""
        if "$ref" in schema:
            return str(schema["$ref"].split("/")[-1])
        if "enum" in schema:
            return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
        if "anyOf" in schema:
            return " | ".join(self.type_of(variant, name) for variant in schema["anyOf"])
        if "properties" in schema:
            self.define(name, schema)
            return name
        kinds = schema.get("type", [])
        names = (self.type_of_kind(kind, schema, name) for kind in ([kinds] if isinstance(kinds, str) else kinds))
        return " | ".join(names) or "Any"

    def type_of_kind(self, kind: str, schema: dict[str, Any], name: str) -> str:
        if kind == "array":
            return f"list[{self.type_of(schema['items'], name)}]"
        return PRIMITIVES.get(kind, "dict[str, Any]")

    def define(self, name: str, schema: dict[str, Any]) -> None:
        parts = schema.get("allOf", [schema])
        if "properties" in parts[-1]:
            bases = [self.type_of(part, name) for part in parts[:-1]]
            for base in bases:
                self.define(base, DOCUMENT["components"]["schemas"][base])
            self.classes.setdefault(name, self.class_of(name, bases or ["TypedDict"], schema, parts[-1]))
        elif "oneOf" in schema:
            variants = [self.type_of(variant, name) for variant in schema["oneOf"]]
            self.aliases[name] = listed(f"{name}: TypeAlias = Union[", variants, "]")
        elif "enum" in schema:
            values = [json.dumps(value) for value in schema["enum"]]
            self.aliases[name] = listed(f"{name}: TypeAlias = Literal[", values, "]")
        else:
            self.aliases[name] = f"{name}: TypeAlias = {self.type_of(schema, name)}\n"

    def class_of(self, name: str, bases: list[str], schema: dict[str, Any], part: dict[str, Any]) -> str:
        lines = [f"class {name}({', '.join(bases)}):\n{docstring(schema['description'], '    ')}\n"]
        for field, value in part["properties"].items():
            kind = self.type_of(value, name + camel(field))
            if field not in part.get("required", []):
                kind = f"NotRequired[{kind}]"
            values = re.fullmatch(r"Literal\[(.*)\]", kind)
            start, items, end = ("Literal[", values[1].split(", "), "]") if values else (kind, [], "")
            lines.append(listed(f"{field}: {start}", items, end, "    "))
            if "description" in value:
                lines.append(docstring(value["description"], "    "))
        return "".join(lines)

    def text(self) -> str:
        imports = (
            "import sys\nfrom typing import Any, Literal, TypeAlias, TypedDict, Union\n\n"
            "if sys.version_info >= (3, 11):\n    from typing import NotRequired\n"
            "else:\n    from typing_extensions import NotRequired\n\n\n"
        )
        classes, aliases = "\n\n".join(self.classes.values()), "".join(self.aliases.values())
        return f"{HEAD.format('What requests and answers hold.')}{imports}{classes}\n\n{aliases}"


class Operation:
    """An operation of the document as a method."""

    def __init__(self, method: str, path: str, operation: dict[str, Any], models: Models) -> None:
        self.method, self.path, self.name = method.upper(), path, operation["operationId"]
        self.summary = operation["summary"]
        self.description = operation.get("description", "")
        self.arguments, self.options = ["self"], []
        self.sent: list[str] = []
        self.segments: dict[str, str] = {}
        query: list[str] = []
        headers: list[str] = []
        for reference in operation.get("parameters", []):
            parameter = resolved(reference)
            name, place = parameter["name"], parameter["in"]
            if place == "path":
                # The name `GameId` says more than `id`.
                argument = snake(reference.get("$ref", name).split("/")[-1])
                self.segments[name] = argument
                self.arguments.append(f"{argument}: {models.type_of(parameter['schema'], camel(name))}")
            elif name not in LEFT_OUT:
                kind = models.type_of(parameter["schema"], camel(name))
                self.options.append(f"{snake(name)}: {kind} | None = None")
                if name == "Idempotency-Key":
                    self.sent.append("key=idempotency_key or new_key()")
                else:
                    (query if place == "query" else headers).append(f'"{name}": {snake(name)}')
        if body := operation.get("requestBody"):
            schema = body["content"]["application/json"]["schema"]
            self.arguments.append(f"body: {models.type_of(schema, camel(self.name) + 'Body')}")
            self.sent.append("body=body")
        for place, pairs in (("query", query), ("headers", headers)):
            if pairs:
                self.sent.append(listed(f"{place}={{", pairs, "}", " " * 12).strip())
        if self.name in READS:
            self.sent.append("reads=True")
        answers: dict[str, dict[str, None]] = {}
        for status, response in operation["responses"].items():
            for media, content in resolved(response).get("content", {}).items():
                if status.startswith("2"):
                    answers.setdefault(media, {})[models.type_of(content["schema"], camel(self.name) + "Answer")] = None
        self.media = next(iter(answers))
        self.answer = " | ".join(answers[self.media])

    def text(self, begin: str) -> str:
        wait = "await " if begin == "async def" else ""
        arguments = [*self.arguments, "/"] if len(self.arguments) > 1 else self.arguments
        arguments = [*arguments, "*", *self.options] if self.options else arguments
        path = re.sub(r"\{(\w+)\}", lambda found: f"{{segment({self.segments[found[1]]})}}", self.path)
        sent = [f'"{self.method}"', ('f"' if self.segments else '"') + path + '"', *self.sent]
        if self.media != "application/json":
            sent.append(f'accept="{self.media}"')
        return (
            listed(f"{begin} {self.name}(", arguments, f") -> {self.answer}:", "    ")
            + docstring(f"{self.summary}.\n\n{self.description}", "        ")
            + listed(f"answer: {self.answer} = {wait}self._send(", sent, ")", "        ")
            + "        return answer\n"
        )


def operations(models: Models) -> str:
    found = [
        Operation(method, path, operation, models)
        for path, methods in DOCUMENT["paths"].items()
        for method, operation in methods.items()
    ]
    # The export is a stream of lines, which the client reads as such.
    found = [operation for operation in found if operation.media != "application/x-ndjson"]
    text = ""
    for name, begin in (("Operations", "def"), ("AsyncOperations", "async def")):
        text += f"\n\nclass {name}(ABC):\n    @abstractmethod\n"
        text += f"    {begin} _send(self, method: str, path: str, **request: Any) -> Any: ...\n"
        text += "".join("\n" + operation.text(begin) for operation in found)
    used = [name for name in sorted({*models.classes, *models.aliases}) if re.search(rf"\b{name}\b", text)]
    imports = "from abc import ABC, abstractmethod\nfrom typing import Any, Literal\n\n"
    imports += listed("from .models import (", used, ")") + "from .requests import new_key, segment\n"
    return HEAD.format("The operations of the API, each as a method of both kinds of client.") + imports + text


def main(*flags: str) -> int:
    models = Models()
    texts = {CLIENT / "operations.py": operations(models), CLIENT / "models.py": models.text()}
    if "--check" not in flags:
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8")
    other = [file for file, text in texts.items() if not file.exists() or file.read_text(encoding="utf-8") != text]
    for file in other:
        print(f"{file.relative_to(HERE)} is not what generate.py writes", file=sys.stderr)
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
