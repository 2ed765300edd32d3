"use client";
import { Button } from "@mantine/core";
import { IconBarcode, IconSend } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useDesk } from "../../session/desk.tsx";
import type { PanelProps } from "../item-list.tsx";
import { EditLink, ItemPanel } from "../item-panel.tsx";
import { VoucherTemplateFacts } from "./voucher-template-facts.tsx";

export default function VoucherTemplatePanel(props: PanelProps) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  const { id } = props;
  const query = trpc.staff.catalogue.voucherTemplates.get.useQuery({ id });
  return (
    <ItemPanel
      {...props}
      query={query}
      title={query.data?.name ?? t("voucherTemplate")}
      actions={
        <>
          {may("staff.catalogue.issueVouchers") ? (
            <Button
              component={Link}
              href={`/vouchers/issue?template=${id}`}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              {t("issue")}
            </Button>
          ) : null}
          {may("staff.catalogue.generateCodes") ? (
            <Button
              component={Link}
              href={`/catalogue/codes/new?template=${id}`}
              variant="default"
              leftSection={<IconBarcode size={16} aria-hidden />}
            >
              {t("generate")}
            </Button>
          ) : null}
          {may("staff.catalogue.voucherTemplates.update") ? (
            <EditLink href={`/catalogue/voucher-templates/${id}`} />
          ) : null}
        </>
      }
    >
      {query.data ? <VoucherTemplateFacts of={query.data} /> : null}
    </ItemPanel>
  );
}
