"use client";
import { Button, Group } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useRequests } from "../frame/requests/use-requests.ts";
import { useDesk } from "../session/desk.tsx";

/** For each other store that has requests: a button with their number, which switches to the store. */
export function RequestsElsewhere() {
  const t = useTranslations("bookings");
  const { store, stores, setStore } = useDesk();
  const data = useRequests();
  const waiting = stores
    .filter(({ id }) => id !== store?.id)
    .map(({ id, name }) => {
      const count = data?.items.filter((booking) => booking.store.id === id).length ?? 0;
      return { id, name, count };
    })
    .filter(({ count }) => count > 0);
  if (!waiting.length) return null;
  const more = data?.nextCursor ? "yes" : "no";
  return (
    <Group gap="xs" mb="md">
      {waiting.map(({ id, name, count }) => (
        <Button key={id} variant="default" size="compact-md" onClick={() => setStore(id)}>
          <span>
            {t.rich("elsewhere", { name, count, more, bdi: (text) => <bdi>{text}</bdi> })}
          </span>
        </Button>
      ))}
    </Group>
  );
}
