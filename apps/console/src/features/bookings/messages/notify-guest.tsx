"use client";
import { Checkbox } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import css from "../bookings.module.css";

type NotifyGuestProps = { id: number; isWanted: boolean; onChange: (isWanted: boolean) => void };

/**
 * Whether the guest gets a message about the cancel of a booking. Says so if none can be sent: then staff may
 * want to call. The line keeps its height while the booking is read, so that the buttons below do not move.
 */
export function NotifyGuest({ id, isWanted, onChange }: NotifyGuestProps) {
  const t = useTranslations("bookings.notify");
  const { data } = trpc.staff.bookings.get.useQuery({ id }, { staleTime: 0 });
  return (
    <div className={css.notify}>
      {data?.cancelChannel ? (
        <Checkbox
          label={t(`ask.${data.cancelChannel}`)}
          checked={isWanted}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      ) : null}
      {data?.cancelChannel === null ? t("none") : null}
    </div>
  );
}
