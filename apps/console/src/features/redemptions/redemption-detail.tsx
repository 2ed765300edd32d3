"use client";
import { Button, Group, Stack } from "@mantine/core";
import Link from "next/link";
import { useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Moment } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";
import { CancelRedemption } from "./cancel-redemption.tsx";
import { RedemptionStatus } from "./redemption-status.tsx";
import { Reprint } from "./reprint.tsx";

/** One redemption with its lines and changes; it can be canceled here. */
export function RedemptionDetail({ id }: { id: number }) {
  const t = useTranslations("redemptions");
  const format = useFormatter();
  const { zoneOf, may, me } = useDesk();
  const money = useMoney(me.merchant.currency);
  const [isCanceling, setCanceling] = useState(false);
  const facts = useRef<HTMLDivElement>(null);
  // the till may have canceled it a moment ago
  const { data, error } = trpc.staff.redemptions.get.useQuery(
    { redemptionId: id },
    { staleTime: 0 },
  );
  if (error) return <RefusedPage of={failureOf(error)} list="/redemptions" words="redemptions" />;
  if (!data) return <Skeletons count={4} height={72} />;
  const timeZone = zoneOf(data.store?.id);
  const moment = (at: string) => <Moment at={at} timeZone={timeZone} />;
  const signed = (delta: number) => format.number(delta, { signDisplay: "always" });
  return (
    <Stack ref={facts} tabIndex={-1} style={{ outline: "none" }}>
      <Card>
        <Facts
          of={[
            [t("what"), <bdi key="name">{data.name}</bdi>],
            [t("status"), <RedemptionStatus key="status" of={data.status} />],
            [
              t("customer"),
              <Link key="customer" className={css.link} href={`/customers/${data.customer.id}`}>
                <bdi>{data.customer.name}</bdi>
              </Link>,
            ],
            [t("stamps"), data.stampsUsed ? format.number(data.stampsUsed) : null],
            [t("value"), data.value && money(data.value)],
            [t("store"), <bdi key="store">{data.store?.name}</bdi>],
            [t("invoice"), data.invoiceNumber && <bdi key="invoice">{data.invoiceNumber}</bdi>],
            [t("kind"), t(`kinds.${data.kind}`)],
            [t("by"), data.redeemedBy.name ?? t(data.redeemedBy.kind)],
            [t("time"), moment(data.createdAt)],
            [t("canceledAt"), data.canceledAt && moment(data.canceledAt)],
            [t("canceledBy"), data.canceledBy && (data.canceledBy.name ?? t(data.canceledBy.kind))],
            [t("cancelReason"), data.cancelReason && <bdi key="reason">{data.cancelReason}</bdi>],
            [
              t("replacement"),
              data.replacement && (
                <Link
                  key="replacement"
                  className={css.link}
                  href={`/vouchers/${data.replacement.id}`}
                >
                  <bdi>{data.replacement.code}</bdi>
                </Link>
              ),
            ],
          ]}
        />
      </Card>
      {data.status === "Created" && isCanceling ? (
        <CancelRedemption
          id={id}
          onBack={() => {
            setCanceling(false);
            facts.current?.focus();
          }}
          // the question and its buttons disappear, so the facts take the focus for keyboard users
          onDone={() => facts.current?.focus()}
        />
      ) : null}
      {data.status === "Created" && !isCanceling ? (
        <Group>
          {may("staff.redemptions.cancel") ? (
            <Button variant="default" onClick={() => setCanceling(true)}>
              {t("cancel")}
            </Button>
          ) : null}
          <Reprint of={data} />
        </Group>
      ) : null}
      <Card title={t("lines")}>
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {data.lines.map((line) => (
            <li key={line.line}>
              {line.thing === "voucher" ? (
                <Link className={css.link} href={`/vouchers/${line.thingId}`}>
                  <bdi>{line.name}</bdi>
                </Link>
              ) : (
                <bdi>{line.name}</bdi>
              )}
              {line.qty > 1 ? ` × ${line.qty}` : null}
              {line.stampsUsed ? `, ${t("stampsOf", { count: line.stampsUsed })}` : null}
              {line.value ? `, ${money(line.value)}` : null}
            </li>
          ))}
        </ul>
      </Card>
      {data.stampEntries.length || data.valueEntries.length ? (
        <Card title={t("ledger")}>
          <Facts
            of={[
              ...data.stampEntries.map(
                ({ cause, delta, createdAt }) =>
                  [
                    t(`causes.${cause === "cancellation" ? "cancellation" : "redemption"}`),
                    <span key={cause}>
                      {t("stampsDelta", { delta: signed(delta) })} · {moment(createdAt)}
                    </span>,
                  ] as const,
              ),
              ...data.valueEntries.map(
                ({ cause, delta, createdAt, voucherId }) =>
                  [
                    `${t(`causes.${cause === "cancellation" ? "cancellation" : "redemption"}`)} · #${voucherId}`,
                    <span key={cause}>
                      {money(delta)} · {moment(createdAt)}
                    </span>,
                  ] as const,
              ),
            ]}
          />
        </Card>
      ) : null}
      {data.issued.length ? (
        <Card title={t("vouchers")}>
          {data.issued.map((voucher) => (
            <p key={voucher.id} style={{ margin: 0 }}>
              <Link className={css.link} href={`/vouchers/${voucher.id}`}>
                <bdi>{voucher.name}</bdi>
              </Link>{" "}
              <bdi className={css.quiet}>{voucher.code}</bdi>
            </p>
          ))}
        </Card>
      ) : null}
    </Stack>
  );
}
