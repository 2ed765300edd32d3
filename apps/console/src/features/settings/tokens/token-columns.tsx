"use client";
import { useTranslations } from "use-intl/react";
import type { Column } from "../../../ui/list/data-list.tsx";
import { Moment } from "../../../ui/moment.tsx";
import css from "../../../ui/ui.module.css";
import { useDesk } from "../../session/desk.tsx";
import { useStoreNames } from "../../session/use-store-names.ts";
import type { Token } from "./token-detail.tsx";
import { scopeKey, TokenStateMark } from "./token-state.tsx";

/** Returns the columns of API tokens, after their names. */
export function useTokenColumns(): readonly Column<Token>[] {
  const t = useTranslations("tokens");
  const { me } = useDesk();
  const storeNames = useStoreNames();
  return [
    { head: t("state"), cell: (row) => <TokenStateMark state={row.state} /> },
    {
      head: t("scopes"),
      cell: (row) => row.scopes.map((scope) => t(`scopeNames.${scopeKey(scope)}`)).join(", "),
    },
    { head: t("prefix"), cell: (row) => <code>{row.prefix}…</code> },
    { head: t("stores"), cell: (row) => <bdi>{storeNames(row.stores)}</bdi> },
    {
      head: t("used"),
      isNamed: true,
      cell: (row) =>
        row.lastUsedAt ? (
          <Moment time={row.lastUsedAt} timeZone={me.merchant.timezone} />
        ) : (
          <span className={css.quiet}>{t("never")}</span>
        ),
    },
  ];
}
