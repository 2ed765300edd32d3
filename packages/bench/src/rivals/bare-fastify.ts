import { fastify } from "fastify";

// Fastify alone: parses JSON and answers JSON.

const app = fastify();
app.post("/api/ping", async (request) => ({
  pong: { merchant: "Bench", merchant_id: 1, body: request.body },
}));
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
process.once("SIGTERM", () => process.exit(0));
