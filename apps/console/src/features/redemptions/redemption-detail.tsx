"use client";
import { Button, Group, Stack } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useDesk } from "../session/desk.tsx";
import { CancelRedemption } from "./cancel-redemption.tsx";
import { RedemptionFacts } from "./redemption-facts.tsx";
import { IssuedVouchers, LedgerEntries, RedemptionLines } from "./redemption-lines.tsx";
import { Reprint } from "./reprint.tsx";

/** One redemption with its lines and changes; it can be canceled here. */
export function RedemptionDetail({ id }: { id: number }) {
  const t = useTranslations("redemptions");
  const { may } = useDesk();
  const [isCanceling, setCanceling] = useState(false);
  const facts = useRef<HTMLDivElement>(null);
  // the till may have canceled it a moment ago
  const { data, error } = trpc.staff.redemptions.get.useQuery(
    { redemptionId: id },
    { staleTime: 0 },
  );
  if (error)
    return <RefusedPage failed={failureOf(error)} list="/redemptions" words="redemptions" />;
  if (!data) return <Skeletons count={4} height={72} />;
  return (
    <Stack ref={facts} tabIndex={-1} style={{ outline: "none" }}>
      <RedemptionFacts redemption={data} />
      {data.status === "Created" && isCanceling ? (
        <CancelRedemption
          id={id}
          onBack={() => {
            setCanceling(false);
            facts.current?.focus();
          }}
          // the question and its buttons disappear, so the facts take the focus for keyboard users
          onDone={() => facts.current?.focus()}
        />
      ) : null}
      {data.status === "Created" && !isCanceling ? (
        <Group>
          {may("staff.redemptions.cancel") ? (
            <Button variant="default" onClick={() => setCanceling(true)}>
              {t("cancel")}
            </Button>
          ) : null}
          <Reprint redemption={data} />
        </Group>
      ) : null}
      <RedemptionLines redemption={data} />
      <LedgerEntries redemption={data} />
      <IssuedVouchers redemption={data} />
    </Stack>
  );
}
