import { X509Certificate } from "node:crypto";
import { Server as TlsServer } from "node:tls";
import type { FastifyInstance } from "fastify";
import {
  type Certificate,
  type CertificatePaths,
  readCertificate,
  secureContextOf,
} from "./tls.ts";

/** Certificates are renewed days before they end: a minute is soon. */
const LOOKED_AT_EVERY_MS = 60_000;

/**
 * Follows the files of a certificate: new connections get the new one as soon as both files fit, open
 * ones live on. Looks every minute at what the files hold, because renewing often swaps links, which no
 * watcher tells of; `look` does it at once. Where the new one is not usable the old one stays.
 */
export function renewCertificate(
  { server, log }: Pick<FastifyInstance, "server" | "log">,
  paths: CertificatePaths,
  first: Certificate,
): { readonly look: () => void; readonly stop: () => void } {
  let current = first;
  let toldOf = "";

  function look() {
    try {
      const found = readCertificate(paths);
      toldOf = "";
      if (found.cert.equals(current.cert) && found.key.equals(current.key)) return;
      if (!(server instanceof TlsServer)) return;
      server.setSecureContext(secureContextOf(found));
      current = found;
      const { subject, validTo } = new X509Certificate(found.cert);
      log.info({ subject, validTo }, "the certificate was renewed");
    } catch (error) {
      const said = String(error);
      // every minute the same would drown what else is in the log
      if (said !== toldOf) log.error(error, "the new certificate is not usable, the old one stays");
      toldOf = said;
    }
  }

  const timer = setInterval(look, LOOKED_AT_EVERY_MS).unref();
  return {
    look: () => {
      toldOf = "";
      look();
    },
    stop: () => clearInterval(timer),
  };
}
