import { describeHosts, type Route, readAddress } from "@stampbook/db";
import type { Finding } from "./types.ts";

/** What each of several hosts in DATABASE_URL is; nothing where it names one. */
export async function lookAtHosts(url: string): Promise<Finding[]> {
  const address = readAddress(url);
  if (address.hosts.length < 2) return [];
  const hosts = await describeHosts(address);
  const says = `${hosts.join("; ")}; wanted: ${address.target}`;
  return [{ ok: true, of: "hosts", says }];
}

/** How statements get to the server, and what ends one that takes too long. */
export function lookAtRoute(route: Route, role: string): Finding[] {
  const { host = "the driver's default", hasPooler, prepares } = route;
  const way = hasPooler ? "through a pooler in transaction mode" : "directly";
  const statements = prepares ? "prepared" : "not prepared";
  return [
    { ok: true, of: "server", says: `${host}, ${way}, statements are ${statements}` },
    waits(route, role),
  ];
}

/** Through a pooler, the role is what can bound statements at no cost. */
function waits({ boundBy, bounds }: Route, role: string): Finding {
  const of = "waits";
  if (boundBy !== "transaction")
    return { ok: true, of, says: `for locks and statements end, as each ${boundBy} says` };
  const lines = (["lock_timeout", "statement_timeout"] as const).map(
    (name) => `ALTER ROLE ${quoted(role)} SET ${name} = '${bounds[name]}ms';`,
  );
  const says =
    "for locks and statements end, but each statement is made a transaction to say so: two round trips more. Let the role say it, then RECONNECT the pooler and restart the API:";
  return { ok: false, of, says: [says, ...lines].join("\n") };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
