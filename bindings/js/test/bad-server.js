// A server that answers every request with the same bytes, whatever they are.

import { once } from "node:events";
import { createServer } from "node:net";
import { deflateSync, gzipSync } from "node:zlib";

const CHUNK = 1 << 16;

/**
 * Calls a function with the address of a server with this answer, as
 * tests/support/bad_answers.json has them.
 * @param {unknown[]} answer
 * @param {(url: string) => Promise<void>} use
 */
export async function withBadServer(answer, use) {
  const parts = answer.map(made);
  await withServer((socket) => void play(socket, parts), use);
}

/**
 * Calls a function with the address of a server whose answers begin so, and then
 * have a byte now and then, until the connection closes.
 * @param {string} begin
 * @param {(url: string) => Promise<void>} use
 */
export async function withDrippingServer(begin, use) {
  await withServer((socket) => {
    socket.write(begin);
    const drip = setInterval(() => socket.write(" "), 10);
    socket.on("close", () => clearInterval(drip));
  }, use);
}

/**
 * Calls a function with the address of a server that begins to answer each first request of a connection so.
 * @param {(socket: import("node:net").Socket) => void} answer
 * @param {(url: string) => Promise<void>} use
 */
async function withServer(answer, use) {
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.once("data", () => answer(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    await use(`http://127.0.0.1:${port}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

/** The bytes of a piece, and whether they are repeated without an end. @param {any} piece */
function made(piece) {
  if (typeof piece === "string") return { bytes: Buffer.from(piece) };
  if ("hex" in piece) return { bytes: Buffer.from(piece.hex, "hex") };
  if ("reset" in piece) return { bytes: Buffer.alloc(0), resets: true };
  if ("repeat" in piece) {
    const times = piece.times ?? Math.floor(CHUNK / piece.repeat.length);
    return { bytes: Buffer.from(piece.repeat.repeat(times)), endless: piece.times === undefined };
  }
  const text = Buffer.alloc(piece.times, piece.gzip ?? piece.deflate);
  return { bytes: piece.gzip ? gzipSync(text) : deflateSync(text) };
}

/** @param {import("node:net").Socket} socket @param {{ bytes: Buffer, endless?: boolean, resets?: boolean }[]} parts */
async function play(socket, parts) {
  for (const { bytes, endless, resets } of parts) {
    if (resets) return socket.resetAndDestroy();
    do {
      if (!socket.write(bytes)) await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => {});
    } while (endless && !socket.destroyed);
  }
  socket.end();
}
