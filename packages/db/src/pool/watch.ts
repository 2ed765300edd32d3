import type { Connection, Peer } from "./driver.ts";
import { answers } from "./probe.ts";
import { DatabaseSilent } from "./refusals.ts";

export type WatchOptions = {
  /** When a statement that is not answered is given up; infinite where it may take its time. */
  readonly deadlineMs: number;
  /** How long the server has to answer the probe. */
  readonly probeMs: number;
};

const EVERY_MS = 200;
/** The server is probed after this long without an answer while statements wait. */
const SILENCE_MS = 500;

/**
 * Ends connections that will never answer. One statement past its deadline ends its own connection.
 * Where nothing at all is heard of a server, it is asked on a connection beside the pool; if it does
 * not answer there either, all connections to it end together, so that what waits goes to new ones
 * without first waiting for each old one's deadline. Returns how to stop.
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

  // what has arrived while this process was busy is read first
  const timer = setInterval(() => setImmediate(look), EVERY_MS).unref();
  return () => clearInterval(timer);
}

type Connected = { readonly connection: Connection; readonly peer: Peer };

/** Connections by the server they lead to, where at least one waits for an answer. */
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

/** When a server was last heard, or first asked what it has not answered, whichever came later. */
function lastSign(those: readonly Connected[]): number {
  const heard = Math.max(...those.map(({ connection }) => connection.heard));
  const waits = those.flatMap(({ connection }) => connection.since ?? []);
  return Math.max(heard, Math.min(...waits));
}
