import type { Env } from "../../env.ts";
import type { Finding } from "./types.ts";

/**
 * Checks `PUBLIC_URL`, the console's address. In production it must be set, and be https unless it names this
 * machine.
 */
export function lookAtConsole({ production, hasPublicUrl, publicUrl }: Env): Finding {
  const of = "console";
  const { protocol, hostname } = new URL(publicUrl);
  if (production && !hasPublicUrl)
    return {
      ok: false,
      of,
      says: `PUBLIC_URL is not set: staff can sign in at ${publicUrl} and nowhere else`,
    };
  if (production && protocol === "http:" && !thisMachine.includes(hostname))
    return {
      ok: false,
      of,
      says: `PUBLIC_URL is ${publicUrl}: browsers keep a session by https alone, so nobody can sign in`,
    };
  return { ok: true, of, says: `staff sign in at ${publicUrl}` };
}

/** Hosts that browsers trust without HTTPS. */
const thisMachine = ["127.0.0.1", "localhost", "[::1]"];
