"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { Moment } from "../../ui/moment.tsx";
import { OpeningRow } from "../../ui/opening-row.tsx";
import css from "../../ui/ui.module.css";
import type { Opened } from "../../ui/use-opened.ts";
import { useDesk } from "../session/desk.tsx";
import { useStoreNames } from "../session/use-store-names.ts";
import type { Token } from "./token-detail.tsx";
import { TokenStateMark } from "./token-state.tsx";

type TokenRowProps = { of: Token; opened: Opened<Token> };

export function TokenRow({ of: row, opened }: TokenRowProps) {
  const t = useTranslations("tokens");
  const { me } = useDesk();
  const storeNames = useStoreNames();
  return (
    <OpeningRow {...opened.rowProps(row)}>
      <td>
        <Link className={css.link} {...opened.linkProps(row)}>
          <bdi>{row.name}</bdi>
        </Link>
      </td>
      <td>
        <TokenStateMark of={row.state} />
      </td>
      <td>{row.scopes.map((scope) => t(`scopeNames.${scope}`)).join(", ")}</td>
      <td>
        <code>{row.prefix}…</code>
      </td>
      <td>
        <bdi>{storeNames(row.stores)}</bdi>
      </td>
      <td>
        {row.lastUsedAt ? (
          <Moment at={row.lastUsedAt} timeZone={me.merchant.timezone} />
        ) : (
          <span className={css.quiet}>{t("never")}</span>
        )}
      </td>
    </OpeningRow>
  );
}
