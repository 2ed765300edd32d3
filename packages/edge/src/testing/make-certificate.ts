import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * Makes a certificate for localhost and its key, valid for two days. Returns their paths, with names that
 * start with `name`.
 */
export function makeCertificate(folder: string, name: string) {
  const paths = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}-key.pem`) };
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-keyout", paths.key, "-out", paths.cert, "-days", "2", "-subj", "/CN=localhost"],
      ...["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
    ],
    { stdio: "ignore" },
  );
  return paths;
}
