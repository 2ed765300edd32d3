import type postgres from "postgres";

/** Where a connection leads to. */
export type Peer = { readonly path?: string | false; readonly host: string; readonly port: number };

/** What the driver's patch tells of a connection, and lets us do. Moments are those of `performance.now`. */
export type Connection = {
  /** Since when a statement, or connecting, waits for the server; null where nothing does. */
  readonly since: number | null;
  /** When the server last said anything. */
  readonly heard: number;
  /** Null while there is no connection that was ready before. */
  readonly peer: Peer | null;
  /** Closes it; all that waits on it fails with the error. */
  readonly destroy: (error: Error) => void;
};

/** The connections of a client; its types do not know what the patch adds. */
export function connectionsOf(client: postgres.Sql): readonly Connection[] {
  return (client as postgres.Sql & { readonly connections: readonly Connection[] }).connections;
}
