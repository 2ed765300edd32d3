"use client";
import { usePathname, useRouter, useSearchParams } from "next/navigation";

type Changes = Readonly<Record<string, string | number | null>>;

/**
 * What stands in the page's address: filters, and what is open. An address can be shared, and Back
 * works: what is opened gets an entry of its own, what is filtered does not.
 */
export function useAddress() {
  const router = useRouter();
  const path = usePathname();
  const search = useSearchParams();
  const hrefWith = (changes: Changes) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes))
      if (value === null || value === "") next.delete(name);
      else next.set(name, String(value));
    const query = next.toString();
    return query ? `${path}?${query}` : path;
  };
  return {
    get: (name: string) => search.get(name) ?? "",
    hrefWith,
    replace: (changes: Changes) => router.replace(hrefWith(changes), { scroll: false }),
    push: (changes: Changes) => router.push(hrefWith(changes), { scroll: false }),
  };
}
