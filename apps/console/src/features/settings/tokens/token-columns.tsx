"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import type { Column } from "../../../ui/list/data-list.tsx";
import type { Opened } from "../../../ui/list/use-opened.ts";
import { Moment } from "../../../ui/moment.tsx";
import css from "../../../ui/ui.module.css";
import { useDesk } from "../../session/desk.tsx";
import { useStoreNames } from "../../session/use-store-names.ts";
import type { Token } from "./token-detail.tsx";
import { TokenStateMark } from "./token-state.tsx";

/** The columns of API tokens. */
export function useTokenColumns(opened: Opened<Token>): readonly Column<Token>[] {
  const t = useTranslations("tokens");
  const { me } = useDesk();
  const storeNames = useStoreNames();
  return [
    {
      head: t("name"),
      cell: (row) => (
        <Link className={css.link} {...opened.linkProps(row)}>
          <bdi>{row.name}</bdi>
        </Link>
      ),
    },
    { head: t("state"), cell: (row) => <TokenStateMark of={row.state} /> },
    {
      head: t("scopes"),
      cell: (row) => row.scopes.map((scope) => t(`scopeNames.${scope}`)).join(", "),
    },
    { head: t("prefix"), cell: (row) => <code>{row.prefix}…</code> },
    { head: t("stores"), cell: (row) => <bdi>{storeNames(row.stores)}</bdi> },
    {
      head: t("used"),
      cell: (row) =>
        row.lastUsedAt ? (
          <Moment at={row.lastUsedAt} timeZone={me.merchant.timezone} />
        ) : (
          <span className={css.quiet}>{t("never")}</span>
        ),
    },
  ];
}
