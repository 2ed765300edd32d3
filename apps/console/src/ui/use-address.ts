"use client";
import { usePathname, useRouter, useSearchParams } from "next/navigation";

type Changes = Readonly<Record<string, string | number | null>>;

function hrefOf(path: string, search: string, changes: Changes): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === "") next.delete(name);
    else next.set(name, String(value));
  const query = next.toString();
  return query ? `${path}?${query}` : path;
}

/** Changes the browser's current address at once, so that two quick filter changes are both kept. */
function replace(changes: Changes) {
  const { pathname, search } = window.location;
  window.history.replaceState(null, "", hrefOf(pathname, search, changes));
}

/**
 * Reads and writes the state in the page's address: filters, the order, and the open row. An address can be
 * shared, and Back works: `push` adds an entry to the history, `replace` does not.
 */
export function useAddress() {
  const router = useRouter();
  const path = usePathname();
  const search = useSearchParams();
  const hrefWith = (changes: Changes) => hrefOf(path, search.toString(), changes);
  return {
    get: (name: string) => search.get(name) ?? "",
    hrefWith,
    replace,
    push: (changes: Changes) => router.push(hrefWith(changes), { scroll: false }),
  };
}
