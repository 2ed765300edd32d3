import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import { BadSettings } from "../env.ts";

/** A certificate with its chain, and its key, as PEM. */
export type Certificate = { readonly cert: Buffer; readonly key: Buffer };

/** The files of a certificate and its key. */
export type CertificatePaths = { readonly cert: string; readonly key: string };

/** The error if HTTPS is required, but neither a certificate nor a trusted proxy is configured. */
export const nobodyBringsHttps =
  "HTTPS is required, but TRUSTED_PROXIES names no proxy that brings it, and TLS_CERT no certificate: every call is refused.";

/** The TLS settings of a server with this certificate. */
export function secureContextOf(certificate: Certificate): SecureContextOptions {
  return { ...certificate, minVersion: "TLSv1.2" };
}

/** Reads both files. Throws `BadSettings` if one cannot be read or they do not match. */
export function readCertificate(paths: CertificatePaths): Certificate {
  const certificate: Certificate = {
    cert: read("TLS_CERT", paths.cert),
    key: read("TLS_KEY", paths.key),
  };
  try {
    createSecureContext(secureContextOf(certificate));
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
