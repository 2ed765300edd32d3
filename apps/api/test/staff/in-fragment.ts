/** Returns a parameter after a link's `#`, or "" if the link has none. */
export function inFragment(link: URL | null, name: "secret" | "token"): string {
  return new URLSearchParams(link?.hash.slice(1)).get(name) ?? "";
}
