import type postgres from "postgres";

/** The server of a connection. */
export type Peer = { readonly path?: string | false; readonly host: string; readonly port: number };

/** The state of a connection, which the driver's patch exposes. Moments are those of `performance.now`. */
export type Connection = {
  /** Since when a statement, or the start of the connection, waits for the server; null if nothing waits. */
  readonly since: number | null;
  /** When data last arrived from the server. */
  readonly heard: number;
  /** The server's address; null while connecting. */
  readonly peer: Peer | null;
  /** Closes the connection. Everything that waits on it fails with the error. */
  readonly destroy: (error: Error) => void;
};

/** Returns the connections of a client. The driver's types do not include the patch's additions. */
export function connectionsOf(client: postgres.Sql): readonly Connection[] {
  return (client as postgres.Sql & { readonly connections: readonly Connection[] }).connections;
}
