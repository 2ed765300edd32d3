"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { Moment } from "../../ui/moment.tsx";
import { State } from "../../ui/state.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";
import type { Member } from "./member-fields.tsx";
import { useStoreNames } from "./store-choice.tsx";

type MemberTableProps = { rows: readonly Member[]; open: string };

export function MemberTable({ rows, open }: MemberTableProps) {
  const t = useTranslations("staffPage");
  const names = useTranslations("frame");
  const { me } = useDesk();
  const { hrefWith, push } = useAddress();
  const storeNames = useStoreNames();
  return (
    <div className={css.tableBox}>
      <table className={`${css.table} ${css.folds}`}>
        <thead>
          <tr>
            <th scope="col">{t("name")}</th>
            <th scope="col">{t("role")}</th>
            <th scope="col">{t("email")}</th>
            <th scope="col">{t("factor")}</th>
            <th scope="col">{t("stores")}</th>
            <th scope="col">{t("seen")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.userId}
              data-href
              data-open={row.userId === open}
              onClick={({ target }) => {
                if (!(target instanceof Element && target.closest("a"))) push({ open: row.userId });
              }}
            >
              <td>
                <Link className={css.link} href={hrefWith({ open: row.userId })} scroll={false}>
                  <bdi>{row.name}</bdi>
                </Link>
                {row.userId === me.person.id ? (
                  <span className={css.quiet}> ({t("you")})</span>
                ) : null}
              </td>
              <td>{names(row.role)}</td>
              <td>
                <bdi>{row.email}</bdi>
              </td>
              <td>
                <State tone={row.hasSecondFactor ? "good" : "plain"}>
                  {t(row.hasSecondFactor ? "has" : "hasNot")}
                </State>
              </td>
              <td>
                <bdi>{storeNames(row.stores)}</bdi>
              </td>
              <td>
                {row.lastSeenAt ? (
                  <Moment at={row.lastSeenAt} timeZone={me.merchant.timezone} />
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
