/**
 * Returns the network under which calls from an address are counted. An IPv4 address is its own network, also
 * in the notation `::ffff:1.2.3.4`. Of an IPv6 address, the network is the first 64 bits, because one client
 * can use all addresses in it.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.trim().toLowerCase().split("%");
  const mapped = /^::ffff:([0-9.]+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.replace(/[0-9]+(\.[0-9]+){3}$/, "0:0").split("::");
  const groups = (text: string) => (text ? text.split(":") : []);
  const first = groups(head);
  const last = groups(tail ?? "");
  const between = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array<string>(between).fill("0"), ...last];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
