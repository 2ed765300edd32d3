import { isIP } from "node:net";
import { plainAddress, type TrustsAddress } from "./trusted-proxies.ts";

/**
 * The client's address: the nearest one that is not a trusted proxy. `peer` is the connected address,
 * and `forwardedFor` is its list of earlier hops. Each proxy appends the address that it saw, so the
 * header is read from the right, and only past trusted proxies.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | readonly string[] | undefined,
  trusts: TrustsAddress,
): string {
  const hops = (forwardedFor?.toString() ?? "")
    .split(",")
    .map((hop) => plainAddress(hop.trim()))
    .reverse();
  let nearest = plainAddress(peer);
  for (const hop of hops) {
    // an invalid address says nothing about the hops before it
    if (!trusts(nearest) || !isIP(hop)) break;
    nearest = hop;
  }
  return nearest;
}
