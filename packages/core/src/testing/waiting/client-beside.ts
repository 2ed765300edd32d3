import { openClient, type TestDatabase } from "@stampbook/db/testing";

const clients = new Map<string, ReturnType<typeof openClient>>();

/**
 * Returns a client beside the harness's own connections, for locks that a test holds. All tests of a database
 * share it. Its connections end with the database. They have no idle timeout: postgres.js forgets a
 * reservation that begins while the timeout closes all of a client's connections.
 */
export function clientBeside({ url }: TestDatabase): ReturnType<typeof openClient> {
  const client = clients.get(url) ?? openClient(url, 4);
  clients.set(url, client);
  return client;
}
