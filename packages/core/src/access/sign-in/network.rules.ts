/**
 * The network whose calls are counted together: an IPv4 address in any notation, and the first 64 bits
 * of an IPv6 address, because one client has all addresses within them.
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
