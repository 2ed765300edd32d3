"use client";
import { Button } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { useMoney } from "../../ui/money.ts";
import own from "../../ui/object/object.module.css";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";
import type { LineToCancel } from "./cancel-redemption.tsx";
import type { RedemptionProps } from "./redemption-facts.tsx";

type RedemptionLinesProps = RedemptionProps & {
  /** Asks whether to cancel a line. Null while something is being canceled. */
  onCancel: ((line: LineToCancel) => void) | null;
};

/**
 * The redeemed items, each with its quantity, and its price in stamps or the amount taken. One of several can be
 * canceled.
 */
export function RedemptionLines({ redemption, onCancel }: RedemptionLinesProps) {
  const t = useTranslations("redemptions");
  const { me, may } = useDesk();
  const money = useMoney(me.merchant.currency);
  const { lines, status } = redemption;
  const isOfSeveral = lines.reduce((sum, { qty }) => sum + qty, 0) > 1;
  const canCancel = status === "Created" && isOfSeveral && may("staff.redemptions.cancel");
  return (
    <Card title={t("lines")}>
      <ul className={own.rows}>
        {lines.map((line) => (
          <li key={line.line}>
            <span>
              {line.thing === "voucher" ? (
                <Link className={css.link} href={`/vouchers/${line.thingId}`}>
                  <bdi>{line.name}</bdi>
                </Link>
              ) : (
                <bdi>{line.name}</bdi>
              )}
              {line.qty > 1 ? ` × ${line.qty}` : null}
              {line.canceledQty ? (
                <span className={css.quiet}>
                  {" · "}
                  {t("canceledOfLine", { count: line.canceledQty })}
                </span>
              ) : null}
              {canCancel && onCancel && line.canceledQty < line.qty ? (
                <Button
                  variant="default"
                  size="compact-sm"
                  ml="sm"
                  aria-label={t("cancelLine", { name: line.name })}
                  onClick={() =>
                    onCancel({
                      line: line.line,
                      name: line.name,
                      left: line.qty - line.canceledQty,
                    })
                  }
                >
                  {t("cancelOne")}
                </Button>
              ) : null}
            </span>
            <span>
              {[
                line.stampsUsed ? t("stampsOf", { count: line.stampsUsed }) : null,
                line.value ? money(line.value) : null,
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The vouchers that the redemption issued; nothing if there are none. */
export function IssuedVouchers({ redemption }: RedemptionProps) {
  const t = useTranslations("redemptions");
  if (!redemption.issued.length) return null;
  return (
    <Card title={t("vouchers")}>
      {redemption.issued.map((voucher) => (
        <p key={voucher.id} style={{ margin: 0 }}>
          <Link className={css.link} href={`/vouchers/${voucher.id}`}>
            <bdi>{voucher.name}</bdi>
          </Link>{" "}
          <bdi className={css.quiet}>{voucher.code}</bdi>
        </p>
      ))}
    </Card>
  );
}
