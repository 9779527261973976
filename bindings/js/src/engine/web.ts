// In pages and workers: the WebAssembly is fetched from beside this module.

import init from "./wasm.js";

await init();

export * from "./api.js";
