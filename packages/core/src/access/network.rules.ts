/**
 * Whose calls count together: an IPv4 address however it is written, and of an IPv6 address the
 * first 64 bits, as whoever has one has all of those.
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
