import type { Connection, Peer } from "./driver.ts";
import { answers } from "./probe.ts";
import { DatabaseSilent } from "./refusals.ts";

export type WatchOptions = {
  /** An unanswered statement fails after this time; `Infinity` for no limit. */
  readonly deadlineMs: number;
  /** How long the server has to answer the probe. */
  readonly probeMs: number;
};

const EVERY_MS = 200;
/** The server is probed after this time without an answer while statements wait. */
const SILENCE_MS = 500;

/**
 * Closes connections that will never answer. A statement past its deadline closes its own connection. A
 * server that sends no data at all is probed over a separate connection. If the probe fails too, all
 * connections to the server are closed at once. So waiting work moves to new connections without waiting for
 * each deadline. Returns a function that stops the watch.
 */
export function watchConnections(
  connections: readonly Connection[],
  { deadlineMs, probeMs }: WatchOptions,
): () => void {
  const asked = new Set<string>();

  function look() {
    const now = performance.now();
    for (const connection of connections)
      if (connection.since !== null && now - connection.since > deadlineMs)
        connection.destroy(new DatabaseSilent(`No answer within ${deadlineMs} ms`));
    for (const [name, those] of byPeer(connections))
      if (!asked.has(name) && now - lastSign(those) > SILENCE_MS) void ask(name, those);
  }

  async function ask(name: string, those: readonly Connected[]) {
    const began = performance.now();
    asked.add(name);
    try {
      const [{ peer }] = those as [Connected];
      if (await answers(peer, probeMs)) return;
      if (those.some(({ connection }) => connection.heard >= began)) return;
      for (const { connection } of those)
        if (connection.peer) connection.destroy(new DatabaseSilent("The server says nothing"));
    } finally {
      asked.delete(name);
    }
  }

  // `setImmediate`, because data may have arrived while this process was busy, and must be read first
  const timer = setInterval(() => setImmediate(look), EVERY_MS).unref();
  return () => clearInterval(timer);
}

type Connected = { readonly connection: Connection; readonly peer: Peer };

/** Connections by server, for servers with at least one waiting connection. */
function byPeer(connections: readonly Connection[]): Map<string, Connected[]> {
  const peers = new Map<string, Connected[]>();
  for (const connection of connections) {
    const { peer } = connection;
    if (!peer) continue;
    const name = peer.path || `${peer.host} ${peer.port}`;
    const those = peers.get(name) ?? [];
    peers.set(name, those);
    those.push({ connection, peer });
  }
  for (const [name, those] of peers)
    if (those.every(({ connection }) => connection.since === null)) peers.delete(name);
  return peers;
}

/**
 * Returns when data last arrived from a server, or when its oldest unanswered request was sent, if that is
 * later.
 */
function lastSign(those: readonly Connected[]): number {
  const heard = Math.max(...those.map(({ connection }) => connection.heard));
  const waits = those.flatMap(({ connection }) => connection.since ?? []);
  return Math.max(heard, Math.min(...waits));
}
