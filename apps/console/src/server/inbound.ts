import type { IncomingMessage } from "node:http";
import { clientAddress } from "@stampbook/edge/client-address";
import { CONSOLE_HOP } from "@stampbook/edge/console-hop";
import type { TrustsAddress } from "@stampbook/edge/trusted-proxies";

/** Where a call comes from, as far as it is believed. */
export type Origin = { readonly address: string; readonly isHttps: boolean };

/** What only we, a proxy of ours or Next may say. From a browser it would be a forgery. */
const OURS =
  /^(x-forwarded-.*|forwarded|x-real-ip|x-middleware-.*|x-invoke-.*|x-matched-path|x-now-.*|x-nonce|content-security-policy.*)$/;

/**
 * Works out where a call comes from, and leaves in its headers nothing that claims otherwise: one
 * address and one protocol of our own, which go on to rendering and to the API alike.
 */
export function settleOrigin(request: IncomingMessage, trusts: TrustsAddress): Origin {
  const { headers, socket } = request;
  const peer = socket.remoteAddress ?? "";
  const address = clientAddress(peer, headers["x-forwarded-for"], trusts);
  // the nearest proxy says last by what the call came to it
  const protocol = headers["x-forwarded-proto"]?.toString().split(",").at(-1)?.trim();
  const isHttps = trusts(peer) && protocol === "https";
  for (const name of Object.keys(headers))
    if (name === CONSOLE_HOP || OURS.test(name)) delete headers[name];
  headers["x-forwarded-for"] = address;
  headers["x-forwarded-proto"] = isHttps ? "https" : "http";
  return { address, isHttps };
}
