"use client";
import { IconTicket, IconUser } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import { VoucherState } from "../parts/voucher-state.tsx";
import type { FoundVoucher, Matches } from "./choices.ts";
import { Option } from "./option.tsx";
import css from "./till.module.css";

type MatchListProps = {
  matches: Matches;
  active: number;
  onCustomer: (id: number) => void;
  onVoucher: (voucher: FoundVoucher) => void;
};

/** The matches of the text: customers, then vouchers. */
export function MatchList({ matches, active, onCustomer, onVoucher }: MatchListProps) {
  const t = useTranslations("till");
  const { customers, vouchers, promoCodes } = matches;
  if (!customers.length && !vouchers.length)
    return (
      <p className={css.quiet}>
        {promoCodes[0] ? t("promoOf", { name: promoCodes[0].name }) : t("nothingYet")}
      </p>
    );
  return (
    <div id="till-list" role="listbox" aria-label={t("found")} className={css.options}>
      {customers.map((customer, index) => (
        <Option
          key={customer.id}
          index={index}
          active={active}
          onChoose={() => onCustomer(customer.id)}
        >
          <IconUser size={22} aria-hidden />
          <span className={css.grow}>
            <bdi className={css.name}>{customer.name}</bdi>
            <bdi className={css.quiet}>
              {[customer.memberId, customer.mobileNumber, customer.email]
                .filter(Boolean)
                .join(" · ")}
            </bdi>
          </span>
          <span>{t("stamps", { count: customer.stamps })}</span>
        </Option>
      ))}
      {vouchers.map((voucher, index) => (
        <Option
          key={voucher.id}
          index={customers.length + index}
          active={active}
          onChoose={() => onVoucher(voucher)}
        >
          <IconTicket size={22} aria-hidden />
          <span className={css.grow}>
            <bdi className={css.name}>{voucher.name}</bdi>
            <bdi className={css.quiet}>
              {voucher.code} · {voucher.customer?.name ?? t("nobody")}
            </bdi>
          </span>
          <VoucherState state={voucher.state} />
        </Option>
      ))}
    </div>
  );
}
