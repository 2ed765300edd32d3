"use client";
import { NativeSelect } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import css from "./sort.module.css";
import { useSort } from "./use-sort.ts";

/** The list's order as a filter, on phones, where rows are cards and columns have no heads. */
export function SortFilter() {
  const t = useTranslations("list");
  const { sort, sortBy } = useSort();
  return (
    <NativeSelect
      className={css.filter}
      label={t("sort")}
      value={sort}
      onChange={({ currentTarget }) => sortBy(currentTarget.value)}
      data={[
        { value: "newest", label: t("newest") },
        { value: "oldest", label: t("oldest") },
      ]}
    />
  );
}

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
