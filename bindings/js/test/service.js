// Runs a command beside a service on a new database, whose address it gets as
// SERVICE_URL:
//
//   node service.js PROGRAM FOLDER COMMAND...

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [program = "", folder = "", command = "", ...words] = process.argv.slice(2);
const settings = {
  DATABASE_URL: `sqlite://${folder}/test.db`, REGICIDE_LISTEN: "127.0.0.1:0", RUST_LOG: "info", REGICIDE_DAILY_DIFFICULTY: "off",
  REGICIDE_BOT_PAUSE_MS: "20", REGICIDE_CREATIONS_PER_MINUTE: "0", REGICIDE_CHANGES_PER_MINUTE: "0", REGICIDE_MOVES_PER_MINUTE: "0",
  REGICIDE_READS_PER_MINUTE: "0", REGICIDE_STREAMS_PER_MINUTE: "0",
};
const service = spawn(program, ["serve"], { env: { ...process.env, ...settings }, stdio: ["ignore", "ignore", "pipe"] });
const log = [];
for await (const line of createInterface({ input: service.stderr })) {
  log.push(line);
  const address = line.match(/listening address=([0-9.:]+)/)?.[1];
  if (!address) continue;
  service.stderr.resume();
  const env = { ...process.env, SERVICE_URL: `http://${address}` };
  spawn(command, words, { env, stdio: "inherit" }).on("exit", (status) => {
    service.kill();
    process.exitCode = status ?? 1;
  });
  break;
}
if (service.exitCode !== null) throw new Error(`the service does not start:\n${log.join("\n")}`);
