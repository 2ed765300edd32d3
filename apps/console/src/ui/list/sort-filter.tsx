"use client";
import { NativeSelect } from "@mantine/core";
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
