"use client";
import { Button, Stack } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import { Refusal } from "../../ui/refusal.tsx";

type SlotFullProps = {
  failed: Failed | null;
  /** Whether to show the refusal too, where no field shows it. */
  withRefusal?: boolean;
  isBusy: boolean;
  onAnyway: () => void;
};

/** After a refusal because the slot is full: a button that takes more people than the store has set. */
export function SlotFull({ failed, withRefusal = false, isBusy, onAnyway }: SlotFullProps) {
  const t = useTranslations("bookings");
  if (failed?.code !== "booking_slot_full") return null;
  return (
    <Stack gap="sm" align="start">
      {withRefusal ? <Refusal failed={failed} /> : null}
      <Button variant="default" loading={isBusy} onClick={onAnyway}>
        {t("anyway")}
      </Button>
    </Stack>
  );
}
