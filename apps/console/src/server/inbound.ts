import type { IncomingMessage } from "node:http";
import { clientAddress } from "@stampbook/edge/client-address";
import { CONSOLE_HOP } from "@stampbook/edge/console-hop";
import { requestIdOf } from "@stampbook/edge/request-id";
import type { TrustsAddress } from "@stampbook/edge/trusted-proxies";

/** The trusted address and protocol of a client. */
export type Origin = { readonly address: string; readonly isHttps: boolean };

/** Headers that only we, our proxy or Next may set. From a browser they would be forged. */
const OURS =
  /^(x-forwarded-.*|forwarded|x-real-ip|x-middleware-.*|x-invoke-.*|x-matched-path|x-now-.*|x-nonce|content-security-policy.*)$/;

/**
 * Returns the client's address and protocol. Removes all headers that match `OURS`, and the header of the
 * console's secret, and the trace that a stranger names. Then sets the address, the protocol and the request's id as headers, which both rendering
 * and the API use. The id is a trusted proxy's, or a new one.
 */
export function settleOrigin(request: IncomingMessage, trusts: TrustsAddress): Origin {
  const { headers, socket } = request;
  const peer = socket.remoteAddress ?? "";
  const address = clientAddress(peer, headers["x-forwarded-for"], trusts);
  // each proxy appends its protocol, so the nearest proxy's protocol is the last
  const protocol = headers["x-forwarded-proto"]?.toString().split(",").at(-1)?.trim();
  const isHttps = trusts(peer) && protocol === "https";
  for (const name of Object.keys(headers))
    if (name === CONSOLE_HOP || OURS.test(name)) delete headers[name];
  if (!trusts(peer)) for (const name of ["traceparent", "tracestate"]) delete headers[name];
  headers["x-request-id"] = requestIdOf(headers["x-request-id"], trusts(peer));
  headers["x-forwarded-for"] = address;
  headers["x-forwarded-proto"] = isHttps ? "https" : "http";
  return { address, isHttps };
}
