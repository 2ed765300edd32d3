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

/** At once and by what stands there now, so that of two filters in quick succession none is lost. */
function replace(changes: Changes) {
  const { pathname, search } = window.location;
  window.history.replaceState(null, "", hrefOf(pathname, search, changes));
}

/**
 * What stands in the page's address: filters, and what is open. An address can be shared, and Back
 * works: what is opened gets an entry of its own, what is filtered does not.
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
