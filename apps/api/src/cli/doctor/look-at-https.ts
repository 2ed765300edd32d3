import { X509Certificate } from "node:crypto";
import type { Env } from "../../env.ts";
import { nobodyBringsHttps, readCertificate } from "../../http/tls.ts";
import { explain } from "../explain.ts";
import type { Finding } from "../finding.ts";
import { untilItEnds } from "./certificate.ts";

/**
 * Whether calls can use HTTPS, through the server's own certificate or a proxy. Also ok if neither is set up
 * and HTTPS is not required.
 */
export function lookAtHttps(env: Env, now = Date.now()): Finding {
  const of = "https";
  const { tls, requireHttps, trustedProxies } = env;
  if (tls) return certificate(tls, now);
  if (trustedProxies.length)
    return {
      ok: true,
      of,
      says: `by the proxies in TRUSTED_PROXIES: ${trustedProxies.join(", ")}`,
    };
  return requireHttps
    ? { ok: false, of, says: nobodyBringsHttps }
    : { ok: true, of, says: "not required" };
}

function certificate(paths: NonNullable<Env["tls"]>, now: number): Finding {
  const of = "https";
  try {
    const { validFrom: from, validTo: to } = new X509Certificate(readCertificate(paths).cert);
    const { ok, says } = untilItEnds({ from, to }, now);
    return { ok, of, says: ok ? `by TLS_CERT, ${says}` : `the certificate in TLS_CERT ${says}` };
  } catch (error) {
    return { ok: false, of, says: explain(error) };
  }
}
