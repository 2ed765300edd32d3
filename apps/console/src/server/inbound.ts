import type { IncomingMessage } from "node:http";
import { clientAddress } from "@stampbook/edge/client-address";
import { CONSOLE_HOP } from "@stampbook/edge/console-hop";
import type { TrustsAddress } from "@stampbook/edge/trusted-proxies";

/** The trusted address and protocol of a client. */
export type Origin = { readonly address: string; readonly isHttps: boolean };

/** Headers that only we, our proxy or Next may set. From a browser they would be forged. */
const OURS =
  /^(x-forwarded-.*|forwarded|x-real-ip|x-middleware-.*|x-invoke-.*|x-matched-path|x-now-.*|x-nonce|content-security-policy.*)$/;

/**
 * Determines the client's address and protocol, and removes all other claims about them from the headers.
 * Rendering and the API both use the headers that are set here.
 */
export function settleOrigin(request: IncomingMessage, trusts: TrustsAddress): Origin {
  const { headers, socket } = request;
  const peer = socket.remoteAddress ?? "";
  const address = clientAddress(peer, headers["x-forwarded-for"], trusts);
  // the nearest proxy appends its protocol last
  const protocol = headers["x-forwarded-proto"]?.toString().split(",").at(-1)?.trim();
  const isHttps = trusts(peer) && protocol === "https";
  for (const name of Object.keys(headers))
    if (name === CONSOLE_HOP || OURS.test(name)) delete headers[name];
  headers["x-forwarded-for"] = address;
  headers["x-forwarded-proto"] = isHttps ? "https" : "http";
  return { address, isHttps };
}
