"use client";
import { Button } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";

type SlotFullProps = { failed: Failed | null; isBusy: boolean; onAnyway: () => void };

/** After a refusal because the slot is full: a button that takes more people than the store has set. */
export function SlotFull({ failed, isBusy, onAnyway }: SlotFullProps) {
  const t = useTranslations("bookings");
  if (failed?.code !== "booking_slot_full") return null;
  return (
    <div>
      <Button variant="default" loading={isBusy} onClick={onAnyway}>
        {t("anyway")}
      </Button>
    </div>
  );
}
