import type { Connection, Peer } from "./driver.ts";
import { answers } from "./probe.ts";
import { DatabaseSilent } from "./refusals.ts";

export type WatchOptions = {
  /** After this time without an answer a statement is given up; infinite if there is no limit. */
  readonly deadlineMs: number;
  /** How long the server has to answer the probe. */
  readonly probeMs: number;
};

const EVERY_MS = 200;
/** The server is probed after this time without an answer while statements wait. */
const SILENCE_MS = 500;

/**
 * Ends connections that will never answer. A statement past its deadline ends its own connection. If no data
 * at all arrives from a server, it is probed over a separate connection. If the probe is not answered either,
 * all connections to the server end together. Waiting work then moves to new connections, without first
 * waiting for each old one's deadline. Returns a function that stops the watch.
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

  // data that arrived while this process was busy is read before `look` runs
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

/** When data last arrived from a server, or its oldest unanswered request was sent, whichever is later. */
function lastSign(those: readonly Connected[]): number {
  const heard = Math.max(...those.map(({ connection }) => connection.heard));
  const waits = those.flatMap(({ connection }) => connection.since ?? []);
  return Math.max(heard, Math.min(...waits));
}
