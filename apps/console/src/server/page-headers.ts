import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Sets a page's Content-Security-Policy and further headers. Creates the nonce of the page's scripts. */
export function setPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  isDev: boolean,
): void {
  const nonce = randomBytes(16).toString("base64");
  const policy = policyOf(nonce, isDev);
  // Next reads the nonce from the first header, the layout from the second
  request.headers["content-security-policy"] = policy;
  request.headers["x-nonce"] = nonce;
  response.setHeaders(
    new Headers({
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "permissions-policy": "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
      "cross-origin-opener-policy": "same-origin",
    }),
  );
}

/** The policy of the scanner's worker. Only this worker may compile WebAssembly, the page itself may not. */
export const scannerPolicy =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

function policyOf(nonce: string, isDev: boolean): string {
  const development = isDev ? " 'unsafe-eval'" : "";
  return [
    "default-src 'none'",
    // A script with the nonce may load further scripts, because Next loads the rest of a page this way.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development}`,
    // Inline styles are allowed for Mantine's style attributes. Inline styles and pictures from anywhere are
    // also allowed for mails: the frame with a mail's preview inherits this policy.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    isDev ? "connect-src 'self' ws:" : "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
