import { connect } from "node:net";
import type { Peer } from "./driver.ts";

/** PostgreSQL's SSLRequest. Every server and pooler answers it with one byte, before any sign-in. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Network errors which mean that a host cannot be reached. */
const VANISHED = /^(ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/;

/**
 * Whether the server's host is reachable, tested over a separate connection. True if the server answers, or
 * if it refuses the connection: only a running host refuses. False if nothing arrives within `withinMs`, or
 * if the network reports that the host cannot be reached.
 */
export function answers(peer: Peer, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(peer.path ? { path: peer.path } : { host: peer.host, port: peer.port });
    const tell = (does: boolean) => {
      clearTimeout(late);
      socket.destroy();
      resolve(does);
    };
    // `setImmediate`, because data may have arrived while this process was busy, and must be read first
    const late = setTimeout(() => setImmediate(tell, false), withinMs).unref();
    socket.on("connect", () => socket.write(SSL_REQUEST));
    socket.on("data", () => tell(true));
    socket.on("end", () => tell(true));
    socket.on("error", (error: NodeJS.ErrnoException) => tell(!VANISHED.test(error.code ?? "")));
  });
}
