import { isIP } from "node:net";
import { plainAddress, type TrustsAddress } from "./trusted-proxies.ts";

/**
 * The client's address: the nearest one that no trusted proxy has. `peer` is who connected to us, and
 * `forwardedFor` what it says of the hops before it. Each proxy appends the address that it saw, so the
 * header is read from the right, and only as long as trusted proxies wrote it.
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
    // what is no address says nothing about who is behind it
    if (!trusts(nearest) || !isIP(hop)) break;
    nearest = hop;
  }
  return nearest;
}
