import { X509Certificate } from "node:crypto";
import { Server as TlsServer } from "node:tls";
import type { FastifyInstance } from "fastify";
import {
  type Certificate,
  type CertificatePaths,
  readCertificate,
  secureContextOf,
} from "./tls.ts";

/** Certificates are renewed days before they expire, so a minute is soon enough. */
const LOOKED_AT_EVERY_MS = 60_000;

/**
 * Reads the files of a certificate and its key every minute, because file watchers do not report a changed
 * symbolic link. When the files have changed and match each other, new connections use the new certificate,
 * and open connections continue. If the new certificate is unusable, the old one stays. `look` reads the
 * files at once.
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
      // repeated every minute, the same error would bury other log lines
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
