"use client";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useDesk } from "../session/desk.tsx";
import type { FoundVoucher } from "./choices.ts";

/**
 * Why a scanned voucher cannot be redeemed, with a link to its use. If it was open but is no longer on
 * its owner's card, its current state is read first.
 */
export function SpentVoucher({ voucher: scanned }: { voucher: FoundVoucher }) {
  const t = useTranslations("till");
  const format = useFormatter();
  const { me, zoneOf } = useDesk();
  const { data, error } = trpc.staff.vouchers.get.useQuery(
    { voucherId: scanned.id },
    { enabled: scanned.state === "redeemed" || scanned.state === "open", staleTime: 0 },
  );
  const voucher = data ?? scanned;
  const used = data?.redemptions.at(-1);
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
  if (!data && error) return <Refusal failed={failureOf(error)} />;
  if (!data && scanned.state === "open") return null;
  return (
    <Notice tone="bad" code={`voucher ${voucher.state}`}>
      <p>
        <strong>
          <bdi>{voucher.name}</bdi>
        </strong>
        {": "}
        {why()}{" "}
        <Link href={used ? `/redemptions/${used.id}` : `/vouchers/${voucher.id}`}>
          {t(used ? "openRedemption" : "openVoucher")}
        </Link>
      </p>
    </Notice>
  );
}
