"use client";
import { Button } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { useMoney } from "../../ui/money.ts";
import { NoRecord } from "../../ui/object/no-record.tsx";
import { Columns, ObjectHeader } from "../../ui/object/object-header.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { VoucherState } from "../parts/voucher-state.tsx";
import { useDesk } from "../session/desk.tsx";
import { VoucherFacts, type VoucherProps } from "./voucher-facts.tsx";
import { VoucherTimeline } from "./voucher-timeline.tsx";
import { WithdrawVoucher } from "./withdraw-voucher.tsx";

/** One voucher: its history and its facts. It can be withdrawn here. */
export function VoucherPage({ id }: { id: number }) {
  const t = useTranslations("voucher");
  const { may } = useDesk();
  const [isAsking, setAsking] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const { data, error } = trpc.staff.vouchers.get.useQuery({ voucherId: id });
  const title = <PageTitle title={t("one", { id: String(id) })} />;
  if (!data) return <NoRecord title={title} error={error} list="/vouchers" words="vouchers" />;
  const isLive = data.state === "open" || data.state === "not_started";
  return (
    <div ref={top} tabIndex={-1} style={{ outline: "none" }}>
      <Header voucher={data}>
        {isLive && !isAsking && may("staff.vouchers.withdraw") ? (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t("withdraw")}
          </Button>
        ) : null}
      </Header>
      <Columns
        main={
          <>
            {isAsking ? (
              <WithdrawVoucher
                voucher={data}
                onEnd={() => {
                  setAsking(false);
                  // the question and its buttons disappear, so keyboard users continue at the top
                  top.current?.focus();
                }}
              />
            ) : null}
            <VoucherTimeline voucher={data} />
          </>
        }
        side={<VoucherFacts voucher={data} />}
      />
    </div>
  );
}

function Header({ voucher, children }: VoucherProps & { children: ReactNode }) {
  const t = useTranslations("voucher");
  const money = useMoney(useDesk().me.merchant.currency);
  const { id, name, state, value, remainingValue, customer } = voucher;
  const amount = remainingValue ? t("amountLeft", { amount: money(remainingValue) }) : null;
  const lead = [amount ?? (value && money(value)), customer?.name ?? t("nobody")];
  return (
    <ObjectHeader
      over={t("one", { id: String(id) })}
      title={<bdi>{name}</bdi>}
      state={<VoucherState state={state} />}
      lead={<bdi>{lead.filter(Boolean).join(" · ")}</bdi>}
    >
      {children}
    </ObjectHeader>
  );
}
