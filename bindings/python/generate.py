#!/usr/bin/env python3
"""Writes `regicide_engine.types`, and models and operations of `regicide_engine.client`, from the OpenAPI document.

With `--check` it writes nothing, and fails if they are not what it would write.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PACKAGE = HERE / "python/regicide_engine"
CLIENT = PACKAGE / "client"
DOCUMENT = json.loads((HERE / "../../openapi/openapi.json").read_text(encoding="utf-8"))
SCHEMAS = DOCUMENT["components"]["schemas"]
WIDTH = 120
HEAD = '"""{} Written by generate.py from openapi/openapi.json."""\n\nfrom __future__ import annotations\n\n'
TYPES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
TYPES["object"] = "dict[str, Any]"
# The client sends these by itself, or has the same in another parameter (`after`). It keeps no answers.
LEFT_OUT = {"Accept-Language", "Last-Event-ID", "If-None-Match"}
# The values of the library, with all that they are made of; the other types are the client's.
OF_LIBRARY = ("Effect", "Forecast", "GameOutcome", "Move", "Options", "RecordFile", "Revealed", "Verdict", "View")


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
    inner = f",\n{indent}    ".join(items)
    return line if len(line) <= WIDTH + 1 else f"{indent}{before}\n{indent}    {inner},\n{indent}{after}\n"


def declared(name: str, kind: str, indent: str = "") -> str:
    """A name with its type: the variants of a long one each on a line."""
    variants = re.fullmatch(r"(Literal\[|Union\[)(.*)\]", kind)
    if variants is None:
        return f"{indent}{name}{kind}\n"
    return listed(name + variants[1], variants[2].split(", "), "]", indent)


class Models:
    """The types of the document's schemas: classes, each after those that it extends, and other names."""

    def __init__(self) -> None:
        self.classes: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        for name, schema in SCHEMAS.items():
            self.define(name, schema)

    def define(self, name: str, schema: dict[str, Any]) -> None:
        *bases, own = schema.get("allOf", [schema])
        if "properties" not in own:
            self.aliases[name] = declared(f"{name}: TypeAlias = ", self.type_of(schema, name))
        elif name not in self.classes:
            names = [self.type_of(base, name) for base in bases]
            for base in names:
                self.define(base, SCHEMAS[base])
            fields = "".join(self.field(name, own, field) for field in own["properties"])
            text = docstring(schema["description"], "    ")
            self.classes[name] = f"class {name}({', '.join(names) or 'TypedDict'}):\n{text}\n{fields}"

    def field(self, name: str, schema: dict[str, Any], field: str) -> str:
        value = schema["properties"][field]
        kind = self.type_of(value, name + camel(field))
        if field not in schema.get("required", []):
            kind = f"NotRequired[{kind}]"
        text = docstring(value["description"], "    ") if "description" in value else ""
        return declared(f"{field}: ", kind, "    ") + text

    def type_of(self, schema: dict[str, Any], name: str) -> str:
        """A schema as a type; an object that is described in its place gets the name."""
        if "$ref" in schema:
            return str(schema["$ref"].split("/")[-1])
        if "enum" in schema:
            return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
        if "oneOf" in schema:
            return f"Union[{', '.join(self.type_of(variant, name) for variant in schema['oneOf'])}]"
        if "anyOf" in schema:
            return " | ".join(self.type_of(variant, name) for variant in schema["anyOf"])
        if "properties" in schema:
            self.define(name, schema)
            return name
        kinds = schema.get("type", [])
        items = f"list[{self.type_of(schema['items'], name)}]" if "items" in schema else ""
        names = [TYPES.get(kind, items) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
        return " | ".join(names) or "Any"

    def of_library(self) -> set[str]:
        """The names of the library's types."""
        found: set[str] = set()
        left = list(OF_LIBRARY)
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += self.used(self.code(name))
        return found

    def code(self, name: str) -> str:
        return re.sub(r'""".*?"""', "", self.classes.get(name) or self.aliases[name], flags=re.DOTALL)

    def used(self, code: str) -> list[str]:
        """The types that are named in code, in alphabetical order."""
        words = set(re.findall(r"\w+", re.sub(r'"[^"]*"', "", code)))
        return sorted(words & {*self.classes, *self.aliases}, key=str.lower)

    def text(self, title: str, names: set[str], imported: str = "") -> str:
        """The module of some types."""
        classes = "\n\n".join(text for name, text in self.classes.items() if name in names)
        aliases = "".join(text for name, text in self.aliases.items() if name in names)
        words = set(re.findall(r"\w+", "".join(map(self.code, names))))
        typing = [name for name in ("Any", "Literal", "TypeAlias", "TypedDict", "Union") if name in words]
        imports = (
            f"import sys\nfrom typing import {', '.join(typing)}\n\n{imported}"
            "if sys.version_info >= (3, 11):\n    from typing import NotRequired\n"
            "else:\n    from typing_extensions import NotRequired\n\n\n"
        )
        noqa = "E501, I001, UP007" if imported else "E501, UP007"
        return f"# ruff: noqa: {noqa}\n{HEAD.format(title)}{imports}{classes}\n\n{aliases}"

    def modules(self) -> dict[Path, str]:
        """The types of the library, and those of the client, which shows both."""
        library = self.of_library()
        shown = [f"{name} as {name}" for name in sorted(library, key=str.lower)]
        imported = listed("from ..types import (", shown, ")") + "\n"
        return {
            PACKAGE / "types.py": self.text("The values of the library, as the API shows them.", library),
            CLIENT / "models.py": self.text(
                "The types of requests and answers.", {*self.classes, *self.aliases} - library, imported
            ),
        }


def method(verb: str, path: str, operation: dict[str, Any], begin: str, models: Models) -> str:
    """An operation of the document as a method; none for the export, which the client reads as a stream."""
    name = operation["operationId"]
    arguments = ["self"]
    sent: list[str] = []
    options: list[str] = []
    parts: dict[str, list[str]] = {"query": [], "header": []}
    for reference in operation.get("parameters", []):
        parameter = resolved(reference)
        wire, kind = parameter["name"], models.type_of(parameter["schema"], name)
        if parameter["in"] == "path":
            # The name `GameId` is clearer than `id`.
            argument = snake(reference.get("$ref", wire).split("/")[-1])
            path = path.replace(f"{{{wire}}}", f"{{segment({argument})}}")
            arguments.append(f"{argument}: {kind}")
        elif wire not in LEFT_OUT:
            options.append(f"{snake(wire)}: {kind} | None = None")
            if wire == "Idempotency-Key":
                sent.append("key=idempotency_key or new_key()")
            else:
                parts[parameter["in"]].append(f'"{wire}": {snake(wire)}')
    if body := operation.get("requestBody"):
        schema = body["content"]["application/json"]["schema"]
        may_miss = "" if body.get("required") else " | None = None"
        arguments.append(f"body: {models.type_of(schema, camel(name) + 'Body')}{may_miss}")
        sent.append("body=body")
    for place, pairs in (("query", parts["query"]), ("headers", parts["header"])):
        if pairs:
            sent.append(listed(f"{place}={{", pairs, "}", " " * 12).strip())
    # A POST that needs no token and takes no key changes nothing: it may be sent again as it is.
    if verb == "post" and operation.get("security") == [] and not any(part.startswith("key=") for part in sent):
        sent.append("reads=True")
    successes = [resolved(answer) for status, answer in operation["responses"].items() if status < "300"]
    contents = [answer["content"] for answer in successes if "content" in answer]
    media = next(iter(contents[0]))
    if media == "application/x-ndjson":
        return ""
    if media != "application/json":
        sent.append(f'accept="{media}"')
    answers = dict.fromkeys(models.type_of(each[media]["schema"], camel(name) + "Answer") for each in contents)
    if media.startswith("image/"):
        answers = {"bytes": None}
    arguments += ["/"] if len(arguments) > 1 else []
    arguments += ["*", *options] if options else []
    target = [f'"{verb.upper()}"', f'{"f" if "{" in path else ""}"{path}"']
    answer, wait = " | ".join(answers), "await " if begin == "async def" else ""
    return (
        "\n"
        + listed(f"{begin} {name}(", arguments, f") -> {answer}:", "    ")
        + docstring(f"{operation['summary']}.\n\n{operation.get('description', '')}", "        ")
        + listed(f"answer: {answer} = {wait}self._send(", target + sent, ")", "        ")
        + "        return answer\n"
    )


def operations(models: Models) -> str:
    text = ""
    for name, begin in (("Operations", "def"), ("AsyncOperations", "async def")):
        text += f"\n\nclass {name}(ABC):\n    @abstractmethod\n"
        text += f"    {begin} _send(self, method: str, path: str, **request: Any) -> Any: ...\n"
        for path, verbs in DOCUMENT["paths"].items():
            text += "".join(method(verb, path, operation, begin, models) for verb, operation in verbs.items())
    used = models.used(re.sub(r'""".*?"""', "", text, flags=re.DOTALL))
    imports = "from abc import ABC, abstractmethod\nfrom typing import Any, Literal\n\n"
    imports += listed("from .models import (", used, ")") + "from .requests import new_key, segment\n"
    return HEAD.format("The operations of the API.") + imports + text


def main(*flags: str) -> None:
    models = Models()
    texts = {CLIENT / "operations.py": operations(models), **models.modules()}
    if "--check" not in flags:
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8")
    if other := [file.name for file, text in texts.items() if file.read_text(encoding="utf-8") != text]:
        sys.exit(f"not what generate.py writes: {', '.join(other)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
