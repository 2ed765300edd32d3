"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useDesk } from "../session/desk.tsx";
import css from "./till.module.css";

type SpentVoucherProps = {
  voucherId: number;
  /** What to do instead, below the reason. */
  children?: ReactNode;
};

/**
 * The reason why a voucher cannot be redeemed, by its current state in the till's store. Links to the voucher's
 * last use, or else to the voucher.
 */
export function SpentVoucher({ voucherId, children }: SpentVoucherProps) {
  const t = useTranslations("till");
  const format = useFormatter();
  const { me, store: till, zoneOf } = useDesk();
  const { data: voucher, error } = trpc.staff.vouchers.get.useQuery(
    { voucherId, storeId: till?.id ?? null },
    { staleTime: 0 },
  );
  if (!voucher) return error ? <Refusal failed={failureOf(error)} /> : null;
  const used = voucher.redemptions.at(-1);
  const day = (on: string, timeZone: string) =>
    format.dateTime(new Date(on), { timeZone, dateStyle: "medium" });
  const why = () => {
    if (voucher.state === "expired")
      return t("expired", { day: day(voucher.endDate ?? "", "UTC") });
    if (voucher.state === "not_started")
      return t("notStarted", { day: day(voucher.startDate ?? "", "UTC") });
    if (voucher.state === "inactive") return t("inactive");
    if (voucher.state === "open") return t("notHere");
    const at = used?.createdAt ?? voucher.redeemedAt ?? "";
    const store = me.stores.find(({ id }) => id === used?.storeId)?.name;
    const on = day(at, zoneOf(used?.storeId));
    return store ? t("usedAt", { day: on, store }) : t("used", { day: on });
  };
  return (
    <Notice tone="bad" code={`voucher ${voucher.state}`}>
      <p>
        <strong>
          <bdi>{voucher.name}</bdi>
        </strong>
        {": "}
        {why()}{" "}
        <Link
          className={css.link}
          href={used ? `/redemptions/${used.id}` : `/vouchers/${voucher.id}`}
        >
          {t(used ? "openRedemption" : "openVoucher")}
        </Link>
      </p>
      {children}
    </Notice>
  );
}
