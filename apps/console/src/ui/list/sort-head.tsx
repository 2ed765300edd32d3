"use client";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import css from "./sort.module.css";
import { useSort } from "./use-sort.ts";

/** The head of the column that the list is sorted by. A press reverses the order. */
export function SortHead({ head }: { head: string }) {
  const { sort, sortBy } = useSort();
  const isNewest = sort === "newest";
  const Arrow = isNewest ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" aria-sort={isNewest ? "descending" : "ascending"}>
      <button
        type="button"
        className={css.head}
        onClick={() => sortBy(isNewest ? "oldest" : "newest")}
      >
        {head}
        <Arrow size={14} aria-hidden />
      </button>
    </th>
  );
}
