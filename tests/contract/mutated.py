"""Checks that all verifiers agree on records in which one thing is changed: each is a record
or not (S6.2), and holds or not.

    mutated.py REGICIDE [URL]

Compares `regicide verify`, examples/verify.py, the package `regicide-engine` if it is installed,
the record's JSON Schema and, at URL, `POST /v1/verification`.
"""

import http.client
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import urllib.parse

import jsonschema
from mutations import ROOT, compact, mutations, records

sys.path.insert(0, str(ROOT / "examples"))
from rules import Bad
from texts import is_strict, read_objects
from verify import validate

# The number of records that are sent to the service.
SAMPLE = 1500
# Faults that a schema does not see: the spelling of a number, a repeated key, half a character.
UNSEEN = (".0", "e0", "-0", "\\ud800", "\\u")


# The clauses by which a text is no record of a known kind.
NO_RECORD = ("S6.2", "S6.3")


def by_program(binary, texts):
    """For each text whether it holds, and whether it is a record at all."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "records.ndjson"
        # A record behind each text shows where it ends.
        end = compact({"format": "end"})
        file.write_text("".join(f"{text}\n{end}\n" for text in texts), encoding="utf-8")
        done = subprocess.run([binary, "verify", "--json", file], capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()[:-1]]
    found = {}
    for line in lines:
        found.setdefault((line["line"] - 1) // 2, line)
    assert done.returncode in (0, 1) and set(found) == set(range(len(texts))), done.stderr
    return [(found[place]["holds"], found[place]["error"] is None) for place in range(len(texts))]


def by_example(text):
    """By the verifier that is written from the specification: whether a text holds, and
    whether it is a record at all."""
    try:
        for value in read_objects(text):
            validate(value, None, None, {})
    except Bad as bad:
        return False, bad.clause not in NO_RECORD
    except (ValueError, RecursionError):
        return False, False
    return True, True


def by_schema(text, validator):
    """True if a text fits the schema."""
    try:
        [value] = read_objects(text)
    except (ValueError, RecursionError):
        return False
    return is_strict(value) and validator.is_valid(value)


def by_service(url, text, connection):
    connection.request("POST", "/v1/verification", text.encode(), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    body = json.loads(answer.read())
    assert answer.status in (200, 400, 422), (answer.status, body)
    is_record = answer.status == 200
    return is_record and all(check["outcome"] != "failed" for check in body["checks"]), is_record


def main(binary, url=None):
    good = [compact(record) for record in records()]
    assert all(holds for holds, _ in by_program(binary, good)) and all(by_example(text) == (True, True) for text in good)
    changes, texts = zip(*mutations(), strict=True)
    found = by_program(binary, texts)
    differences = []

    def compare(verifier, agrees, places=range(len(texts))):
        for place in places:
            holds, is_record = found[place]
            if not agrees(texts[place], holds, is_record):
                differences.append(f"{verifier}: {changes[place]}: holds for regicide: {holds}, record: {is_record}")

    compare("verify.py", lambda text, *by_program: by_example(text) == tuple(by_program))
    schema = json.loads((ROOT / "openapi/record.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)

    def schema_agrees(text, holds, is_record):
        fits = by_schema(text, validator)
        return fits if holds else is_record or not fits or any(spelt in text for spelt in UNSEEN)

    compare("the schema", schema_agrees)
    try:
        from regicide_engine.record import Verdict, verify_many
    except ImportError:
        print("The package regicide is not installed.")
    else:
        verdicts = iter(verify_many(list(texts)))

        def package_agrees(_, holds, is_record):
            verdict = next(verdicts)
            if not isinstance(verdict, Verdict):
                return not is_record
            return is_record and all(check["outcome"] != "failed" for check in verdict.as_dict()["checks"]) == holds

        compare("the package", package_agrees)
    if url:
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=30)
        chosen = random.Random(1).sample(range(len(texts)), min(SAMPLE, len(texts)))
        compare("the service", lambda text, *found: by_service(url, text, connection) == tuple(found), chosen)
    held = sum(holds for holds, _ in found)
    print(f"{len(texts)} changed records, of which {held} hold: {len(differences)} differences")
    print("\n".join(differences[:50]))
    sys.exit(bool(differences))


main(*sys.argv[1:])
