import { isIP } from "node:net";
import { plainAddress, type TrustsAddress } from "./trusted-proxies.ts";

/**
 * The client's address: the nearest one that is not a trusted proxy. `peer` is the connected address, and
 * `forwardedFor` is the `X-Forwarded-For` header. Each proxy appends the address that it saw, so the header
 * is read from the right, and only past trusted proxies.
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
    // the addresses before an invalid one cannot be trusted
    if (!trusts(nearest) || !isIP(hop)) break;
    nearest = hop;
  }
  return nearest;
}
