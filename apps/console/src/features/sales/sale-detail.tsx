"use client";
import { Button } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { useMoney } from "../../ui/money.ts";
import { NoRecord } from "../../ui/object/no-record.tsx";
import { Columns, ObjectHeader } from "../../ui/object/object-header.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { useDesk } from "../session/desk.tsx";
import { CancelSale } from "./cancel-sale.tsx";
import { ReturnGoods } from "./return-goods.tsx";
import { SaleFacts, type SaleProps } from "./sale-facts.tsx";
import { SaleItems, SaleModifications, SalePayments } from "./sale-lines.tsx";
import { SaleStatus } from "./sale-status.tsx";

type SaleDetailProps = { id: number; isInPanel?: boolean };

/** One sale with its items and payments; it can be canceled here, and goods of it returned. */
export function SaleDetail({ id, isInPanel = false }: SaleDetailProps) {
  const t = useTranslations("sales");
  const { may } = useDesk();
  const [isAsking, setAsking] = useState<"cancel" | "return" | null>(null);
  const top = useRef<HTMLDivElement>(null);
  // the question and its buttons disappear, so keyboard users continue at the top
  const end = () => {
    setAsking(null);
    top.current?.focus();
  };
  // the POS may have changed or canceled the sale a moment ago
  const { data, error } = trpc.staff.sales.get.useQuery({ saleId: id }, { staleTime: 0 });
  const title = isInPanel ? null : <PageTitle title={t("one", { id: String(id) })} />;
  if (!data) return <NoRecord title={title} error={error} list="/sales" words="sales" />;
  const isCancelable = data.status !== "Canceled";
  return (
    <div ref={top} tabIndex={-1} style={{ outline: "none" }}>
      <Header sale={data} isInPanel={isInPanel}>
        {isCancelable && !isAsking && may("staff.sales.addReturn") ? (
          <Button variant="default" onClick={() => setAsking("return")}>
            {t("returnGoods")}
          </Button>
        ) : null}
        {isCancelable && !isAsking && may("staff.sales.cancel") ? (
          <Button variant="default" onClick={() => setAsking("cancel")}>
            {t("cancel")}
          </Button>
        ) : null}
      </Header>
      <Columns
        main={
          <>
            {isCancelable && isAsking === "cancel" ? (
              <CancelSale sale={data} onBack={end} onDone={end} />
            ) : null}
            {isCancelable && isAsking === "return" ? (
              <ReturnGoods sale={data} onBack={end} onDone={end} />
            ) : null}
            <SaleItems sale={data} />
            <SalePayments sale={data} />
            <SaleModifications sale={data} />
          </>
        }
        side={<SaleFacts sale={data} />}
      />
    </div>
  );
}

type HeaderProps = SaleProps & { isInPanel: boolean; children: ReactNode };

function Header({ sale, isInPanel, children }: HeaderProps) {
  const t = useTranslations("sales");
  const money = useMoney(useDesk().me.merchant.currency);
  const lead = [money(sale.total), sale.customer?.name, sale.store.name];
  return (
    <ObjectHeader
      isInPanel={isInPanel}
      over={isInPanel ? null : t("one", { id: String(sale.id) })}
      title={<bdi>{sale.invoiceNumber}</bdi>}
      state={<SaleStatus status={sale.status} />}
      lead={<bdi>{lead.filter(Boolean).join(" · ")}</bdi>}
    >
      {children}
    </ObjectHeader>
  );
}
