// A separate process that sends costly requests over many connections for some seconds, each connection as
// soon as its last request was answered. Half-sent requests are renewed when the service cuts them.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { openConnection } from "@stampbook/bench/load";
import type { Attack, AttackResult } from "./attacks.ts";

const RENEW_MS = 50;

process.on("message", async (attack: Attack) => process.send?.(await run(attack)));
process.on("disconnect", () => process.exit());

async function run({ port, connections, seconds, call, isHalf }: Attack): Promise<AttackResult> {
  const until = performance.now() + seconds * 1_000;
  const statuses: Record<string, number> = {};
  const count = (status: string) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const head = `POST ${call.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-Proto: https\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;

  async function sendHalves() {
    while (performance.now() < until) {
      const socket = connect(port, "127.0.0.1");
      let seen = "";
      socket.setEncoding("latin1").on("data", (text) => {
        seen += text;
      });
      socket.on("error", () => {}).write(head);
      while (performance.now() < until && seen === "" && !socket.closed) await sleep(RENEW_MS);
      count(seen.slice(9, 12) || "waiting");
      socket.destroy();
    }
  }

  async function sendWhole() {
    let connection = await openConnection(port);
    while (performance.now() < until) {
      if (!connection.isOpen()) connection = await openConnection(port);
      await connection.send(call).then(
        ({ status }) => count(`${status}`),
        () => count("lost"),
      );
    }
    connection.close();
  }

  await Promise.all(Array.from({ length: connections }, isHalf ? sendHalves : sendWhole));
  return { statuses };
}
