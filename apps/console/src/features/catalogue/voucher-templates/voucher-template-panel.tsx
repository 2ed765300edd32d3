"use client";
import { Button } from "@mantine/core";
import { IconBarcode, IconSend } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useDesk } from "../../session/desk.tsx";
import type { PanelProps } from "../item-list.tsx";
import { ItemPanel } from "../item-panel.tsx";
import { VoucherTemplateFacts } from "./voucher-template-facts.tsx";

/** A voucher template beside the list, with its actions. */
export default function VoucherTemplatePanel({ id, ...panel }: PanelProps) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  return (
    <ItemPanel
      {...panel}
      query={trpc.staff.catalogue.voucherTemplates.get.useQuery({ id })}
      kind={t("voucherTemplate")}
      titleOf={({ name }) => name}
      editHref={
        may("staff.catalogue.voucherTemplates.update") ? `/catalogue/voucher-templates/${id}` : null
      }
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
        </>
      }
    >
      {(template) => <VoucherTemplateFacts template={template} />}
    </ItemPanel>
  );
}
