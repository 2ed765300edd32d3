import { useAddress } from "../use-address.ts";

/** Returns the order of a list, which is `sort` in the address. The default, newest first, is left out. */
export function useSort() {
  const { get, push } = useAddress();
  const sort = get("sort") === "oldest" ? "oldest" : "newest";
  return {
    sort,
    /** Adds an entry to the history, so that Back returns to the previous order. */
    sortBy: (next: string) => push({ sort: next === "oldest" ? next : null }),
  } as const;
}
