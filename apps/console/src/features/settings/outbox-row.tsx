"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { Moment } from "../../ui/moment.tsx";
import { State } from "../../ui/state.tsx";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";
import { reasonOf } from "./outbox-reason.ts";
import { RetryMessage } from "./retry-message.tsx";

type OutboxMessage = Outputs["staff"]["settings"]["outbox"]["list"]["items"][number];

const tones = { waiting: "warn", sent: "good", dead: "bad" } as const;

export function OutboxRow({ of: row }: { of: OutboxMessage }) {
  const t = useTranslations("outbox");
  const templates = useTranslations("templates");
  const { me, may } = useDesk();
  const timeZone = me.merchant.timezone;
  return (
    <tr>
      <td>
        {t(`kinds.${row.kind}`)}
        <div className={`${css.quiet} ${css.small}`}>
          {templates(`channels.${row.channel}`)} · <bdi>{row.templateCode}</bdi>
        </div>
      </td>
      <td>
        <State tone={tones[row.state]}>{t(`states.${row.state}`)}</State>
      </td>
      <td>
        <bdi>{row.recipient}</bdi>
        {row.customer ? (
          <div className={css.small}>
            <Link className={css.link} href={`/customers/${row.customer.id}`}>
              <bdi>{row.customer.name}</bdi>
            </Link>
          </div>
        ) : null}
      </td>
      <td>
        <Moment at={row.createdAt} timeZone={timeZone} />
      </td>
      <td>
        <Fate of={row} timeZone={timeZone} />
        {may("staff.settings.outbox.retry") ? <RetryMessage of={row} /> : null}
      </td>
    </tr>
  );
}

function Fate({ of, timeZone }: { of: OutboxMessage; timeZone: string }) {
  const t = useTranslations("outbox");
  const { lastError, attempts } = of;
  return (
    <>
      {lastError === null ? null : t(`reasons.${reasonOf(lastError)}`)}
      <div className={`${css.quiet} ${css.small}`}>
        {[lastError, attempts ? t("attempts", { count: attempts }) : null]
          .filter(Boolean)
          .join(" · ")}
        {of.state === "waiting" && attempts ? (
          <>
            {" · "}
            {t("next")} <Moment at={of.nextAttemptAt} timeZone={timeZone} />
          </>
        ) : null}
      </div>
    </>
  );
}
