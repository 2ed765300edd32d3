import { openClient, type TestDatabase } from "@stampbook/db/testing";

const clients = new Map<string, ReturnType<typeof openClient>>();

/**
 * Returns a client beside the harness's own connections, for locks that a test holds. All tests of a database
 * share it. It closes its connections a second after their last use, and opens others when it needs them.
 */
export function clientBeside({ url }: TestDatabase): ReturnType<typeof openClient> {
  const client = clients.get(url) ?? openClient(url, 4, 1);
  clients.set(url, client);
  return client;
}
