// The README's programs work as documented.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const { SERVICE_URL = "" } = process.env;
const programs = [...readFileSync("README.md", "utf8").matchAll(/^```js\n(.*?)^```/gms)].map(([, program = ""]) => program);

/** @param {number} number */
function run(number) {
  const file = `data/readme-${number}.mjs`;
  writeFileSync(file, (programs[number] ?? "").replace("http://127.0.0.1:8080", SERVICE_URL));
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout;
}

test("the bot plays its game to the end", () => {
  assert.equal(programs.length, 2);
  assert.match(run(0), /^You play .*kind: 'regicide'/s);
});

test("a game is played offline, recorded and verified", () => {
  assert.match(run(1), /^Ada juega .*outcome: 'lost'.*^true$.*^R4\.\d+ /ms);
});
