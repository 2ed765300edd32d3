"use client";
import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconFilter } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import css from "../ui.module.css";
import own from "./filters.module.css";

type FiltersProps = {
  label: string;
  children: ReactNode;
  /** Filters that are used less often. They are folded unless one of them is set. */
  more?: ReactNode;
  isMoreUsed?: boolean;
};

/** Filters of a list. On a phone all are folded, so that the list is visible. */
export function Filters({ label, children, more, isMoreUsed = false }: FiltersProps) {
  const t = useTranslations("list");
  const [isOpen, setOpen] = useState(false);
  const [isMoreOpen, setMoreOpen] = useState(false);
  const isMoreShown = isMoreOpen || isMoreUsed;
  return (
    <>
      <Button
        variant="default"
        className={own.fold}
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t("filters")}
      </Button>
      <search className={css.filters} aria-label={label} data-open={isOpen}>
        {children}
        {isMoreShown ? more : null}
        {more && !isMoreUsed ? (
          <Button
            variant="default"
            px="xs"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-expanded={isMoreShown}
            onClick={() => setMoreOpen(!isMoreOpen)}
          >
            {t(isMoreShown ? "fewerFilters" : "moreFilters")}
          </Button>
        ) : null}
      </search>
    </>
  );
}
