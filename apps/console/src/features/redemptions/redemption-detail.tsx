"use client";
import { Button, Group } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { useMoney } from "../../ui/money.ts";
import { NoRecord } from "../../ui/object/no-record.tsx";
import { Columns, ObjectHeader } from "../../ui/object/object-header.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { RedemptionStatus } from "../parts/redemption-status.tsx";
import { useDesk } from "../session/desk.tsx";
import { CancelRedemption, type LineToCancel } from "./cancel-redemption.tsx";
import { RedemptionFacts, type RedemptionProps } from "./redemption-facts.tsx";
import { IssuedVouchers, RedemptionLines } from "./redemption-lines.tsx";
import { RedemptionTimeline } from "./redemption-timeline.tsx";
import { Reprint } from "./reprint.tsx";

type RedemptionDetailProps = { id: number; isInPanel?: boolean };

/** One redemption: its lines, its history and its facts. It can be canceled here. */
export function RedemptionDetail({ id, isInPanel = false }: RedemptionDetailProps) {
  const t = useTranslations("redemptions");
  /** What is being canceled: a line, the whole redemption (null), or nothing (undefined). */
  const [canceling, setCanceling] = useState<LineToCancel | null>();
  const top = useRef<HTMLDivElement>(null);
  // the question and its buttons disappear, so keyboard users continue at the top
  const endCanceling = () => {
    setCanceling(undefined);
    top.current?.focus();
  };
  // the till may have canceled the redemption a moment ago
  const { data, error } = trpc.staff.redemptions.get.useQuery(
    { redemptionId: id },
    { staleTime: 0 },
  );
  const title = isInPanel ? null : <PageTitle title={t("one", { id: String(id) })} />;
  if (!data)
    return <NoRecord title={title} error={error} list="/redemptions" words="redemptions" />;
  return (
    <div ref={top} tabIndex={-1} style={{ outline: "none" }}>
      <Header redemption={data} isInPanel={isInPanel}>
        {data.status === "Created" && canceling === undefined ? (
          <Actions redemption={data} onCancel={() => setCanceling(null)} />
        ) : null}
      </Header>
      <Columns
        main={
          <>
            {data.status === "Created" && canceling !== undefined ? (
              <CancelRedemption
                id={id}
                of={canceling}
                onBack={endCanceling}
                onDone={endCanceling}
              />
            ) : null}
            <RedemptionLines
              redemption={data}
              onCancel={canceling === undefined ? setCanceling : null}
            />
            <RedemptionTimeline redemption={data} />
          </>
        }
        side={
          <>
            <RedemptionFacts redemption={data} />
            <IssuedVouchers redemption={data} />
          </>
        }
      />
    </div>
  );
}

function Header({
  redemption,
  isInPanel,
  children,
}: RedemptionProps & { isInPanel: boolean; children: ReactNode }) {
  const t = useTranslations("redemptions");
  const money = useMoney(useDesk().me.merchant.currency);
  const { id, name, status, stampsUsed, value } = redemption;
  const took = [
    stampsUsed ? t("stampsOf", { count: stampsUsed }) : null,
    value ? money(value) : null,
  ];
  return (
    <ObjectHeader
      isInPanel={isInPanel}
      over={isInPanel ? null : t("one", { id: String(id) })}
      title={<bdi>{name}</bdi>}
      state={<RedemptionStatus status={status} />}
      lead={
        <bdi>
          {[...took, redemption.customer.name, redemption.store.name].filter(Boolean).join(" · ")}
        </bdi>
      }
    >
      {children}
    </ObjectHeader>
  );
}

function Actions({ redemption, onCancel }: RedemptionProps & { onCancel: () => void }) {
  const t = useTranslations("redemptions");
  const { may } = useDesk();
  return (
    <Group gap="sm">
      <Reprint redemption={redemption} />
      {may("staff.redemptions.cancel") ? (
        <Button variant="default" onClick={onCancel}>
          {t("cancel")}
        </Button>
      ) : null}
    </Group>
  );
}
