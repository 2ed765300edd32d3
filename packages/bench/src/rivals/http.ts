import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type Reply = { readonly status: number; readonly body: unknown };

/** The shortest server that reads JSON and answers JSON. It prints where it listens. */
export function serve(answer: (request: IncomingMessage, body: unknown) => Promise<Reply> | Reply) {
  const server = createServer(async (request, response) => {
    let reply: Reply;
    try {
      reply = await answer(request, JSON.parse(await textOf(request)));
    } catch (error) {
      reply = { status: 500, body: { detail: String(error) } };
    }
    const text = JSON.stringify(reply.body);
    response.writeHead(reply.status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    response.end(text);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    console.log(`http://127.0.0.1:${port}`);
  });
  process.once("SIGTERM", () => process.exit(0));
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((done, fail) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => done(text));
    request.on("error", fail);
  });
}
