import { BlockList, isIP } from "node:net";

/** Whether an address belongs to a proxy whose `X-Forwarded-*` headers are trusted. */
export type TrustsAddress = (address: string | undefined) => boolean;

/** Returns a function that trusts these addresses and CIDRs, IPv4 also in a socket's IPv6 form. */
export function trustOf(networks: readonly string[]): TrustsAddress {
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

/** Whether a text is an address or a CIDR, as `TRUSTED_PROXIES` lists them. */
export function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (!family || rest.length) return false;
  if (prefix === undefined) return true;
  return /^[0-9]{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** The IPv4 address if a dual-stack socket reports `::ffff:192.0.2.1`; else the address unchanged. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[0-9.]+$)/i, "");
}

function familyOf(address: string) {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
