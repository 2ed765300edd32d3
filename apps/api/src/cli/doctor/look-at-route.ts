import { describeHosts, type Route, readAddress } from "@stampbook/db";
import type { Finding } from "./types.ts";

/** The state of each host in DATABASE_URL if it names several; else nothing. */
export async function lookAtHosts(url: string): Promise<Finding[]> {
  const address = readAddress(url);
  if (address.hosts.length < 2) return [];
  const hosts = await describeHosts(address);
  const says = `${hosts.join("; ")}; wanted: ${address.target}`;
  return [{ ok: true, of: "hosts", says }];
}

/** How statements reach the server, and which time-out ends a slow one. */
export function lookAtRoute(route: Route, role: string): Finding[] {
  const { host = "the driver's default", hasPooler, prepares } = route;
  const way = hasPooler ? "through a pooler in transaction mode" : "directly";
  const statements = prepares ? "prepared" : "not prepared";
  return [
    { ok: true, of: "server", says: `${host}, ${way}, statements are ${statements}` },
    waits(route, role),
  ];
}

/** Through a pooler, only the role can set time-outs at no cost. */
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
