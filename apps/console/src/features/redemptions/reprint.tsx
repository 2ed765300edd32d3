"use client";
import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { Receipt } from "../parts/receipt.tsx";

type ReprintProps = { redemption: Outputs["staff"]["redemptions"]["get"] };

/**
 * Prints the receipt again. The receipt is on the page only while it prints, so that the page itself can
 * be printed too.
 */
export function Reprint({ redemption }: ReprintProps) {
  const t = useTranslations("redemptions");
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    const end = () => setPrinting(false);
    window.addEventListener("afterprint", end);
    window.print();
    return () => window.removeEventListener("afterprint", end);
  }, [isPrinting]);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        onClick={() => setPrinting(true)}
      >
        {t("print")}
      </Button>
      {isPrinting
        ? createPortal(
            <Receipt
              receipt={{
                redemptionId: redemption.id,
                name: redemption.name,
                customer: redemption.customer.name,
                memberId: null,
                stampsUsed: redemption.stampsUsed,
                stampsLeft: null,
                value: redemption.value,
                invoiceNumber: redemption.invoiceNumber ?? "",
                storeId: redemption.store.id,
                at: redemption.createdAt,
                issuedCodes: redemption.issued.map(({ code }) => code),
                servedBy: redemption.redeemedBy.name ?? t(redemption.redeemedBy.kind),
              }}
            />,
            document.body,
          )
        : null}
    </>
  );
}
