import { get as getByHttp } from "node:http";
import { get as getByHttps } from "node:https";
import { TLSSocket } from "node:tls";
import { nameOf } from "../../delivery/http.ts";
import type { Env } from "../../env.ts";
import type { Finding } from "../finding.ts";
import { untilItEnds } from "./certificate.ts";

const of = "console";
const ANSWER_MS = 10_000;

/**
 * Checks `PUBLIC_URL`, the console's address. In production it must be set, be https unless it names this
 * machine, and be answered by a console whose API answers, with a certificate that lasts.
 */
export async function lookAtConsole(
  { production, hasPublicUrl, publicUrl }: Env,
  now = Date.now(),
): Promise<Finding> {
  const { protocol, hostname } = new URL(publicUrl);
  const fix = (says: string): Finding => ({ ok: false, of, says });
  const fine: Finding = { ok: true, of, says: `staff sign in at ${publicUrl}` };
  if (!production) return fine;
  if (!hasPublicUrl)
    return fix(`PUBLIC_URL is not set: staff can sign in at ${publicUrl} and nowhere else`);
  if (protocol === "http:" && !thisMachine.includes(hostname))
    return fix(
      `PUBLIC_URL is ${publicUrl}: browsers keep a session by https alone, so nobody can sign in`,
    );
  const ready = new URL("/ready", publicUrl);
  try {
    const { status, lasts } = await ask(ready);
    const ends = lasts && untilItEnds(lasts, now);
    if (ends && !ends.ok) return fix(`the certificate of ${publicUrl} ${ends.says}`);
    if (status !== 200)
      return fix(`${ready} answers ${status}: is the console there, and its API?`);
    return {
      ...fine,
      says: `${fine.says}, which answers${ends ? `; certificate ${ends.says}` : ""}`,
    };
  } catch (error) {
    return fix(
      `${ready} does not answer (${nameOf(error)}): start the console, or correct PUBLIC_URL`,
    );
  }
}

/** Hosts that browsers trust without HTTPS. */
const thisMachine = ["127.0.0.1", "localhost", "[::1]"];

type Asked = {
  readonly status: number;
  /** The life of the server's certificate. */
  readonly lasts: { readonly from: string; readonly to: string } | null;
};

function ask(url: URL): Promise<Asked> {
  const get = url.protocol === "https:" ? getByHttps : getByHttp;
  return new Promise((resolve, reject) => {
    const asked = get(url, { signal: AbortSignal.timeout(ANSWER_MS), agent: false }, (response) => {
      const { socket, statusCode = 0 } = response;
      const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : null;
      response.destroy();
      const lasts = certificate && { from: certificate.valid_from, to: certificate.valid_to };
      resolve({ status: statusCode, lasts });
    });
    asked.on("error", reject);
  });
}
