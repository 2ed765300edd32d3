import { describeHosts, type Route, readAddress, sessionSettings } from "@stampbook/db";
import type { Finding } from "../finding.ts";

/** One finding with the state of each host in `DATABASE_URL`. An empty list if there is only one host. */
export async function lookAtHosts(url: string): Promise<Finding[]> {
  const address = readAddress(url);
  if (address.hosts.length < 2) return [];
  const hosts = await describeHosts(address);
  const says = `${hosts.join("; ")}; wanted: ${address.target}`;
  return [{ ok: true, of: "hosts", says }];
}

/**
 * Reports how connections to a database on another machine are encrypted. Always ok, because a private network
 * may need no encryption. An empty list if all hosts are this machine.
 */
export function lookAtEncryption(url: string): Finding[] {
  const { hosts, ssl } = readAddress(url);
  const names = hosts.map(({ name }) => name).filter((name) => !thisMachine.test(name));
  if (!names.length) return [];
  return [{ ok: true, of: "encryption", says: `to ${names.join(", ")}: ${encryptionOf(ssl)}` }];
}

/** Matches loopback addresses, and directories of Unix sockets. */
const thisMachine = /^(localhost|127\.[\d.]+|::1|\/.*)$/;
const VERIFIED = "append sslmode=verify-full to DATABASE_URL, and sslrootcert if needed";

function encryptionOf(ssl: ReturnType<typeof readAddress>["ssl"]): string {
  if (ssl === false) return `none, so the network can read all data: ${VERIFIED}`;
  if (typeof ssl === "string")
    return `sslmode=${ssl}, so the server's certificate is not checked: ${VERIFIED}`;
  return "on, and the server's certificate is checked";
}

/** Two findings: how statements reach the server, and where their settings are made. */
export function lookAtRoute(route: Route, role: string): Finding[] {
  const { host = "the driver's default", hasPooler, prepares } = route;
  const way = hasPooler ? "through a pooler in transaction mode" : "directly";
  const statements = prepares ? "prepared" : "not prepared";
  return [
    { ok: true, of: "server", says: `${host}, ${way}, statements are ${statements}` },
    session(route, role),
  ];
}

/**
 * Reports where timeouts are set and JIT is turned off. Behind a pooler, this needs no extra round trips only
 * if they are settings of the role or of the database.
 */
function session({ boundBy, bounds, differing }: Route, role: string): Finding {
  const of = "timeouts";
  if (boundBy !== "transaction")
    return {
      ok: true,
      of,
      says: `of locks and statements are set, and JIT is off, by the ${boundBy}`,
    };
  const others = differing.filter((name) => name !== "jit");
  const lines = [
    "jit = off",
    ...others.map((name) => `${name} = '${sessionSettings[name]}'`),
    ...(["lock_timeout", "statement_timeout"] as const).map(
      (name) => `${name} = '${bounds[name]}ms'`,
    ),
  ].map((setting) => `ALTER ROLE ${quoted(role)} SET ${setting};`);
  const says =
    "of locks and statements are set, and JIT is turned off, in a transaction around each statement, which costs two round trips. Set all of these for the role, then RECONNECT the pooler and restart the API:";
  return { ok: false, of, says: [says, ...lines].join("\n") };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
