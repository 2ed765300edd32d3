import { openClient } from "@stampbook/db/testing";
import type { Stage } from "../stage/stage.ts";

/** Creates an empty database on the same server, for a peer. */
export async function databaseBeside(
  { postgres, sql }: Stage,
  name: string,
): Promise<{ readonly url: string; readonly sql: ReturnType<typeof openClient> }> {
  await sql.unsafe(`create database ${name}`);
  const address = new URL(postgres.url);
  address.pathname = `/${name}`;
  return { url: address.href, sql: openClient(address.href) };
}
