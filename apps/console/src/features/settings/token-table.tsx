"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { Moment } from "../../ui/moment.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";
import { useStoreNames } from "./store-choice.tsx";
import type { Token } from "./token-detail.tsx";
import { TokenStateMark } from "./token-state.tsx";

type TokenTableProps = { rows: readonly Token[]; open: string };

export function TokenTable({ rows, open }: TokenTableProps) {
  const t = useTranslations("tokens");
  const { me } = useDesk();
  const { hrefWith, push } = useAddress();
  const storeNames = useStoreNames();
  return (
    <div className={css.tableBox}>
      <table className={`${css.table} ${css.folds}`}>
        <thead>
          <tr>
            <th scope="col">{t("name")}</th>
            <th scope="col">{t("state")}</th>
            <th scope="col">{t("scopes")}</th>
            <th scope="col">{t("prefix")}</th>
            <th scope="col">{t("stores")}</th>
            <th scope="col">{t("used")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              data-href
              data-open={String(row.id) === open}
              onClick={({ target }) => {
                if (!(target instanceof Element && target.closest("a"))) push({ open: row.id });
              }}
            >
              <td>
                <Link className={css.link} href={hrefWith({ open: row.id })} scroll={false}>
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
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
