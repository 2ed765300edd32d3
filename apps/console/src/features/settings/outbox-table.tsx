"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { Moment } from "../../ui/moment.tsx";
import { State } from "../../ui/state.tsx";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";
import { RetryMessage } from "./retry-message.tsx";

type OutboxMessage = Outputs["staff"]["settings"]["outbox"]["list"]["items"][number];

const tones = { waiting: "warn", sent: "good", dead: "bad" } as const;

/**
 * What the service notes of a failed try, and the sentence for it; the first that fits. SMTP says 4xx
 * of what may pass and 5xx of what will not, HTTP the other way round.
 */
const reasons = [
  [/too late/, "late"],
  [/^template/, "template"],
  [/^sealed/, "key"],
  [/^(SMTP 5|HTTP 4(?!08|29))/, "address"],
  [/^(SMTP 4|HTTP (5|408|429))/, "busy"],
  [/^(no answer|SMTP E)/, "answer"],
] as const;

function reasonOf(error: string) {
  return reasons.find(([pattern]) => pattern.test(error))?.[1] ?? "other";
}

export function OutboxTable({ rows }: { rows: readonly OutboxMessage[] }) {
  const t = useTranslations("outbox");
  const templates = useTranslations("templates");
  const { me, may } = useDesk();
  const timeZone = me.merchant.timezone;
  return (
    <div className={css.tableBox}>
      <table className={`${css.table} ${css.folds}`}>
        <thead>
          <tr>
            <th scope="col">{t("message")}</th>
            <th scope="col">{t("state")}</th>
            <th scope="col">{t("recipient")}</th>
            <th scope="col">{t("time")}</th>
            <th scope="col">{t("why")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
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
          ))}
        </tbody>
      </table>
    </div>
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
