"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../../rpc/client.ts";
import type { Column } from "../../../ui/list/data-list.tsx";
import { Moment } from "../../../ui/moment.tsx";
import css from "../../../ui/ui.module.css";
import { useDesk } from "../../session/desk.tsx";
import { MessageState } from "./message-state.tsx";
import { reasonOf } from "./outbox-reason.ts";
import { RetryMessage } from "./retry-message.tsx";
import { useTemplateName } from "./use-template-name.ts";

type OutboxMessage = Outputs["staff"]["settings"]["outbox"]["list"]["items"][number];

/** Returns the columns of sent, waiting and undelivered messages. */
export function useOutboxColumns(): readonly Column<OutboxMessage>[] {
  const t = useTranslations("outbox");
  const channels = useTranslations("channels");
  const nameOf = useTemplateName();
  const { me, may } = useDesk();
  const timeZone = me.merchant.timezone;
  return [
    {
      head: t("message"),
      cell: ({ kind, channel, templateCode }) => {
        const name = nameOf(templateCode);
        const about = [channels(channel), t(`kinds.${kind}`)];
        return (
          <>
            <bdi>{name}</bdi>
            <div className={`${css.quiet} ${css.small}`}>
              {about.filter((word) => word !== name).join(" · ")}
            </div>
          </>
        );
      },
    },
    {
      head: t("state"),
      cell: (row) => <MessageState of={row} />,
    },
    {
      head: t("recipient"),
      cell: ({ recipient, customer }) => (
        <>
          <bdi>{recipient}</bdi>
          {customer ? (
            <div className={css.small}>
              <Link className={css.link} href={`/customers/${customer.id}`}>
                <bdi>{customer.name}</bdi>
              </Link>
            </div>
          ) : null}
        </>
      ),
    },
    {
      head: t("time"),
      cell: ({ createdAt }) => <Moment time={createdAt} timeZone={timeZone} />,
    },
    {
      head: t("why"),
      cell: (row) => (
        <>
          <Attempts message={row} timeZone={timeZone} />
          {may("staff.settings.outbox.retry") ? <RetryMessage message={row} /> : null}
        </>
      ),
    },
  ];
}

/** The reason of the last failure, the number of attempts, and the time of the next attempt. */
function Attempts({ message, timeZone }: { message: OutboxMessage; timeZone: string }) {
  const t = useTranslations("outbox");
  const { lastError, attempts } = message;
  return (
    <>
      {lastError === null ? null : t(`reasons.${reasonOf(lastError)}`)}
      <div className={`${css.quiet} ${css.small}`}>
        {[lastError, attempts ? t("attempts", { count: attempts }) : null]
          .filter(Boolean)
          .join(" · ")}
        {message.state === "waiting" && attempts ? (
          <>
            {" · "}
            {t("next")} <Moment time={message.nextAttemptAt} timeZone={timeZone} />
          </>
        ) : null}
      </div>
    </>
  );
}
