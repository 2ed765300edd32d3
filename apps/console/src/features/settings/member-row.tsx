"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { Moment } from "../../ui/moment.tsx";
import { OpeningRow } from "../../ui/opening-row.tsx";
import { State } from "../../ui/state.tsx";
import css from "../../ui/ui.module.css";
import type { Opened } from "../../ui/use-opened.ts";
import { useDesk } from "../session/desk.tsx";
import { useStoreNames } from "../session/use-store-names.ts";
import type { Member } from "./member-fields.tsx";

type MemberRowProps = { of: Member; opened: Opened<Member> };

export function MemberRow({ of: row, opened }: MemberRowProps) {
  const t = useTranslations("staffPage");
  const names = useTranslations("frame");
  const { me } = useDesk();
  const storeNames = useStoreNames();
  return (
    <OpeningRow {...opened.rowProps(row)}>
      <td>
        <Link className={css.link} {...opened.linkProps(row)}>
          <bdi>{row.name}</bdi>
        </Link>
        {row.userId === me.person.id ? <span className={css.quiet}> ({t("you")})</span> : null}
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
    </OpeningRow>
  );
}
