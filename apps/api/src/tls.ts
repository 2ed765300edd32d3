import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { BadSettings } from "./env.ts";

/** A certificate with its chain, and its key, as PEM. */
export type Certificate = { readonly cert: Buffer; readonly key: Buffer };

/** Reads both files. Throws `BadSettings` where one cannot be read, or the two do not fit. */
export function readCertificate(paths: { readonly cert: string; readonly key: string }) {
  const certificate: Certificate = {
    cert: read("TLS_CERT", paths.cert),
    key: read("TLS_KEY", paths.key),
  };
  try {
    createSecureContext(certificate);
  } catch (cause) {
    throw new BadSettings(
      `TLS_CERT and TLS_KEY must be a certificate and its key, as PEM: ${reasonOf(cause)}.`,
    );
  }
  return certificate;
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new BadSettings(`${name} cannot be read: ${reasonOf(cause)}.`);
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
