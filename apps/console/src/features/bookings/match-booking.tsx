"use client";
import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { CustomerPicker } from "../parts/customer-picker.tsx";
import { useDesk } from "../session/desk.tsx";
import type { Booking } from "./use-decisions.ts";

/** Sets the customer of a booking. A wrong match can be corrected. */
export function MatchBooking({ booking }: { booking: Booking }) {
  const t = useTranslations("match");
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const [isAsking, setAsking] = useState(false);
  const work = trpc.staff.bookings.match.useMutation({
    onSuccess: () => setAsking(false),
    onSettled: () =>
      Promise.all([utils.staff.bookings.invalidate(), utils.staff.customers.bookings.invalidate()]),
  });
  if (!may("staff.bookings.match")) return null;
  if (!isAsking)
    return (
      <Group>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t(booking.customer ? "change" : "find")}
        </Button>
      </Group>
    );
  const { id, revision } = booking;
  return (
    <Card title={t(booking.customer ? "change" : "find")}>
      <Stack gap="sm">
        <CustomerPicker
          label={t("who")}
          onPick={(customer) => work.mutate({ id, revision, user: customer.id })}
          autoFocus
        />
        {work.error ? <Refusal failed={failureOf(work.error)} /> : null}
        <Group>
          <Button variant="default" onClick={() => setAsking(false)}>
            {t("back")}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
