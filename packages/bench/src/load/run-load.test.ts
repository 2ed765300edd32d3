import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { type Loaded, runLoad } from "./run-load.ts";

const call = { path: "/", headers: {}, body: "{}" };

/** The shortest load: each connection sends at least one call. */
const MOMENT = 0.05;
/** Longer than any test. The load ends because of its faults, or because no calls are left to send. */
const ENDLESS = 3_600;

async function load(
  listener: RequestListener,
  { seconds, calls = Number.POSITIVE_INFINITY }: { seconds: number; calls?: number },
): Promise<Loaded> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    let left = calls;
    return await runLoad({
      ports: [port],
      connections: 2,
      seconds,
      next: () => (left-- > 0 ? call : undefined),
      judge: ({ status, body }) =>
        status === 200 && body === "ok" ? undefined : `${status} ${body}`,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("answers with a length and answers in chunks are both read whole", async () => {
  const whole = await load((_, response) => response.end("ok"), { seconds: MOMENT });
  const chunked = await load(
    (_, response) => {
      response.write("o");
      response.end("k");
    },
    { seconds: MOMENT },
  );
  for (const { calls, faults } of [whole, chunked]) {
    expect(calls).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  }
});

test("a wrong answer, a lost connection and an empty supply are faults", async () => {
  const wrong = await load((_, response) => response.writeHead(500).end("broken"), {
    seconds: ENDLESS,
  });
  expect(wrong.faults).toContain("500 broken");
  const lost = await load((_, response) => response.destroy(), { seconds: ENDLESS });
  expect(lost.faults.length).toBeGreaterThan(0);
  const empty = await load((_, response) => response.end("ok"), { seconds: ENDLESS, calls: 3 });
  expect(empty.faults[0]).toContain("nothing was left to send");
});
