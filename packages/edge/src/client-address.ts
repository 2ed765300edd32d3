import { isIP } from "node:net";
import { plainAddress, type TrustsAddress } from "./trusted-proxies.ts";

/**
 * Returns the client's address: the nearest address that is not a trusted proxy. `peer` is the address of the
 * connection, `forwardedFor` the `X-Forwarded-For` header. Each proxy appends the address from which it got
 * the request. So the header is read from the right, and only as long as the address is trusted. If all
 * addresses are trusted, the leftmost one is returned.
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
    // stops at an invalid address, because the addresses before it cannot be trusted
    if (!trusts(nearest) || !isIP(hop)) break;
    nearest = hop;
  }
  return nearest;
}
