import { X509Certificate } from "node:crypto";
import type { Server } from "node:http";
import type { Secrets } from "@stampbook/core/secrets";
import { Gauge, type Registry } from "prom-client";
import { type CertificatePaths, readCertificate } from "../http/tls.ts";
import { version } from "../version.ts";

export type ProcessParts = {
  readonly secrets: Pick<Secrets, "keyIds" | "waiting">;
  /** How many calls wait to be written. */
  readonly writesWaiting: () => number;
  readonly server: Server;
  readonly tls: CertificatePaths | null;
};

/** Shows the build, the keys and the queues of the process, read when they are asked for. */
export function showProcess(register: Registry, parts: ProcessParts): void {
  const { secrets, writesWaiting, server, tls } = parts;
  const registers = [register];
  new Gauge({
    name: "stampbook_build_info",
    help: "The version and the commit of the build. Always 1.",
    labelNames: ["version"],
    registers,
  }).set({ version }, 1);
  const keys = new Gauge({
    name: "stampbook_key_info",
    help: "The ids of the process's keys: 1 for the current one, 0 for old ones.",
    labelNames: ["key_id"],
    registers,
  });
  for (const [at, key_id] of secrets.keyIds.entries()) keys.set({ key_id }, at === 0 ? 1 : 0);
  new Gauge({
    name: "stampbook_hashes_waiting",
    help: "PINs and passwords that wait to be hashed.",
    registers,
    collect() {
      this.set(secrets.waiting());
    },
  });
  new Gauge({
    name: "stampbook_writes_waiting",
    help: "Calls that wait to be written in a batch.",
    registers,
    collect() {
      this.set(writesWaiting());
    },
  });
  new Gauge({
    name: "stampbook_open_connections",
    help: "Open connections of clients.",
    registers,
    async collect() {
      this.set(await new Promise<number>((tell) => server.getConnections((_, open) => tell(open))));
    },
  });
  if (tls) showCertificate(register, tls);
}

/** Shows until when the certificate on disk is valid. */
function showCertificate(register: Registry, paths: CertificatePaths): void {
  new Gauge({
    name: "stampbook_certificate_expiry_timestamp_seconds",
    help: "When the certificate of TLS_CERT expires, in Unix time. Missing if it cannot be read.",
    registers: [register],
    collect() {
      this.remove();
      try {
        const { validTo } = new X509Certificate(readCertificate(paths).cert);
        this.set(Date.parse(validTo) / 1_000);
      } catch {
        // the log says why
      }
    },
  });
}
