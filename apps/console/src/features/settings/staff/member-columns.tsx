"use client";
import { useTranslations } from "use-intl/react";
import type { Column } from "../../../ui/list/data-list.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { State } from "../../../ui/state.tsx";
import css from "../../../ui/ui.module.css";
import { Email } from "../../parts/email.tsx";
import { useDesk } from "../../session/desk.tsx";
import { useStoreNames } from "../../session/use-store-names.ts";
import type { Member } from "./member-fields.tsx";

/** Returns the columns of staff members, after their names. */
export function useMemberColumns(): readonly Column<Member>[] {
  const t = useTranslations("staffPage");
  const names = useTranslations("frame");
  const { me } = useDesk();
  const storeNames = useStoreNames();
  return [
    { head: t("role"), cell: (row) => names(row.role) },
    { head: t("email"), cell: (row) => <Email address={row.email} /> },
    {
      head: t("factor"),
      cell: (row) => (
        <State tone={row.hasSecondFactor ? "good" : "plain"}>
          {t(row.hasSecondFactor ? "has" : "hasNot")}
        </State>
      ),
    },
    { head: t("stores"), cell: (row) => <bdi>{storeNames(row.stores)}</bdi> },
    {
      head: t("seen"),
      isNamed: true,
      cell: (row) =>
        row.lastSeenAt ? (
          <Moment time={row.lastSeenAt} timeZone={me.merchant.timezone} />
        ) : (
          <span className={css.quiet}>{t("never")}</span>
        ),
    },
  ];
}
