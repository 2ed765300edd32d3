import { BlockList, isIP } from "node:net";

/** Whether an address belongs to a proxy whose `X-Forwarded-*` headers are trusted. */
export type TrustsAddress = (address: string | undefined) => boolean;

/**
 * Returns a function that trusts these addresses and CIDR ranges. An IPv4 address also matches in its IPv6
 * form.
 */
export function trustOf(networks: readonly string[]): TrustsAddress {
  if (!networks.length) return () => false;
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = familyOf(address);
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    if (!address) return false;
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && trusted.check(plain, familyOf(plain));
  };
}

/** Returns whether a text is an address or a CIDR range, as in the setting `TRUSTED_PROXIES`. */
export function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (!family || rest.length) return false;
  if (prefix === undefined) return true;
  return /^[0-9]{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/**
 * Returns the IPv4 address of `::ffff:192.0.2.1`, as dual-stack sockets report it. Other addresses stay
 * unchanged.
 */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[0-9.]+$)/i, "");
}

function familyOf(address: string) {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
