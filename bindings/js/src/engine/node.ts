// In Node, Deno and Bun: the WebAssembly is read from the file next to this one.

import { readFileSync } from "node:fs";
import { initSync } from "./wasm.js";

initSync({ module: readFileSync(new URL("./wasm_bg.wasm", import.meta.url)) });

export * from "./api.js";
