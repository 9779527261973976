// Output of @hey-api/openapi-ts: an SDK that checks every request and every
// answer by schemas of Zod.
export default {
  plugins: [
    "@hey-api/typescript",
    "@hey-api/client-fetch",
    "zod",
    { name: "@hey-api/sdk", validator: true },
  ],
};
