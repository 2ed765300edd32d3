"use client";
import { Button, Group, Stack } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useDesk } from "../session/desk.tsx";
import { CancelSale } from "./cancel-sale.tsx";
import { SaleFacts } from "./sale-facts.tsx";
import { SaleItems, SaleModifications, SalePayments } from "./sale-lines.tsx";

/** One sale with its items and payments; it can be canceled here. */
export function SaleDetail({ id }: { id: number }) {
  const t = useTranslations("sales");
  const { may } = useDesk();
  const [isCanceling, setCanceling] = useState(false);
  const facts = useRef<HTMLDivElement>(null);
  // the POS may have changed or canceled it a moment ago
  const { data, error } = trpc.staff.sales.get.useQuery({ saleId: id }, { staleTime: 0 });
  if (error) return <RefusedPage failed={failureOf(error)} list="/sales" words="sales" />;
  if (!data) return <Skeletons count={4} height={72} />;
  const isCancelable = data.status !== "Canceled";
  return (
    <Stack ref={facts} tabIndex={-1} style={{ outline: "none" }}>
      <SaleFacts sale={data} />
      {isCancelable && isCanceling ? (
        <CancelSale
          sale={data}
          onBack={() => {
            setCanceling(false);
            facts.current?.focus();
          }}
          // the question and its buttons disappear, so the facts take the focus for keyboard users
          onDone={() => facts.current?.focus()}
        />
      ) : null}
      {isCancelable && !isCanceling && may("staff.sales.cancel") ? (
        <Group>
          <Button variant="default" onClick={() => setCanceling(true)}>
            {t("cancel")}
          </Button>
        </Group>
      ) : null}
      <SaleItems sale={data} />
      <SalePayments sale={data} />
      <SaleModifications sale={data} />
    </Stack>
  );
}
