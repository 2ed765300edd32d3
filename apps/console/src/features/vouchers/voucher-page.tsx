"use client";
import { Stack } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Day, Moment } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import css from "../../ui/ui.module.css";
import { RedemptionStatus } from "../parts/redemption-status.tsx";
import { VoucherState } from "../parts/voucher-state.tsx";
import { useDesk } from "../session/desk.tsx";
import { WithdrawVoucher } from "./withdraw-voucher.tsx";

/** One voucher: its owner, its terms, and its uses. */
export function VoucherPage({ id }: { id: number }) {
  const t = useTranslations("voucher");
  const { me, zoneOf } = useDesk();
  const money = useMoney(me.merchant.currency);
  const { data, error } = trpc.staff.vouchers.get.useQuery({ voucherId: id });
  if (error)
    return (
      <>
        <PageTitle title={t("title")} />
        <RefusedPage failed={failureOf(error)} list="/vouchers" words="vouchers" />
      </>
    );
  if (!data) return <Skeletons count={3} height={96} />;
  return (
    <Stack maw={720}>
      <PageTitle title={<bdi>{data.name}</bdi>}>
        <VoucherState state={data.state} />
      </PageTitle>
      <Card>
        <Facts
          facts={[
            [t("code"), <bdi key="code">{data.code}</bdi>],
            [
              t("customer"),
              data.customer && (
                <Link key="customer" className={css.link} href={`/customers/${data.customer.id}`}>
                  <bdi>{data.customer.name}</bdi>
                </Link>
              ),
            ],
            [t("value"), data.value && money(data.value)],
            [t("left"), data.remainingValue && money(data.remainingValue)],
            [t("from"), data.startDate && <Day key="from" on={data.startDate} />],
            [t("until"), data.endDate && <Day key="until" on={data.endDate} />],
            [t("terms"), data.termsAndConditions],
          ]}
        />
      </Card>
      {data.redemptions.length ? (
        <Card title={t("used")}>
          {data.redemptions.map((one) => (
            <p key={one.id} style={{ margin: 0 }}>
              <Link className={css.link} href={`/redemptions/${one.id}`}>
                #{one.id}
              </Link>{" "}
              <Moment time={one.createdAt} timeZone={zoneOf(one.storeId)} />
              {one.value ? `, ${money(one.value)}` : null}{" "}
              {one.status === "Canceled" ? <RedemptionStatus status={one.status} /> : null}
            </p>
          ))}
        </Card>
      ) : null}
      <WithdrawVoucher voucher={data} />
    </Stack>
  );
}
