"use client";
import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import css from "../ui.module.css";
import own from "./filters.module.css";

type FiltersProps = { label: string; children: ReactNode };

/** Filters of a list. On a phone they are folded, so that the list is visible. */
export function Filters({ label, children }: FiltersProps) {
  const t = useTranslations("list");
  const [isOpen, setOpen] = useState(false);
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
      </search>
    </>
  );
}
