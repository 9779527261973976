// Output of orval: functions on fetch.
import { defineConfig } from "orval";

export default defineConfig({
  regicide: {
    input: "./openapi.json",
    output: { target: "./orval.gen.ts", client: "fetch", mode: "single", baseUrl: process.env.CONTRACT_URL },
  },
});
