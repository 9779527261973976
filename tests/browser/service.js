// Instances of the service that a test starts, kills and starts again.

import { spawn } from "node:child_process";
import net from "node:net";
import { createInterface } from "node:readline";

/**
 * Starts an instance on a database and returns its address.
 * @param {import("node:test").TestContext} test
 * @param {string} database
 * @param {string} listen port 0 takes a free one
 * @param {Record<string, string>} settings variables of the environment
 */
export async function startInstance(test, database, listen = "127.0.0.1:0", settings = {}) {
  const process_ = spawn(process.env.BROWSER_BINARY, ["serve"], {
    env: {
      ...process.env, DATABASE_URL: database, REGICIDE_LISTEN: listen, RUST_LOG: "info",
      REGICIDE_BOT_PAUSE_MS: "20", REGICIDE_CREATIONS_PER_MINUTE: "0", REGICIDE_MOVES_PER_MINUTE: "0", REGICIDE_READS_PER_MINUTE: "0",
      REGICIDE_SOLVER_NODES: "0", REGICIDE_DAILY_DIFFICULTY: "off", ...settings,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => process_.once("exit", resolve));
  const kill = async () => {
    process_.kill("SIGKILL");
    await ended;
  };
  test.after(kill);
  for await (const line of createInterface({ input: process_.stderr })) {
    const address = line.match(/listening address=([0-9.:]+)/)?.[1];
    if (address) {
      process_.stderr.resume();
      return { address, kill };
    }
  }
  throw new Error("the service does not start");
}

/**
 * A load balancer: forwards each connection to the first address that
 * accepts it.
 * @param {import("node:test").TestContext} test
 * @param {string[]} addresses
 */
export async function startBalancer(test, addresses) {
  let next = 0;
  const server = net.createServer((client) => connect(client, next++, addresses.length));
  /** @param {net.Socket} client @param {number} turn @param {number} tries */
  function connect(client, turn, tries) {
    const [host, port] = addresses[turn % addresses.length].split(":");
    const upstream = net.connect({ host, port: Number(port) });
    upstream.once("connect", () => {
      client.pipe(upstream);
      upstream.pipe(client);
    });
    let connected = false;
    upstream.once("connect", () => {
      connected = true;
    });
    upstream.on("error", () => {
      if (!connected && tries > 1) connect(client, turn + 1, tries - 1);
      else client.destroy();
    });
    upstream.on("close", () => connected && client.destroy());
    client.on("error", () => upstream.destroy());
    client.on("close", () => upstream.destroy());
  }
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  test.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}
