"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { readAgain } from "../../../rpc/read-again.ts";
import { Allowed } from "../../session/allowed.tsx";
import { useDesk } from "../../session/desk.tsx";
import { ItemPage, NewItemPage } from "../item-page.tsx";
import { VoucherTemplateFacts } from "./voucher-template-facts.tsx";
import { VoucherTemplateForm } from "./voucher-template-form.tsx";

/** The page of an existing voucher template: a form, or facts for people who may not edit it. */
export function VoucherTemplatePage({ id }: { id: number }) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  return (
    <ItemPage
      query={trpc.staff.catalogue.voucherTemplates.get.useQuery({ id }, readAgain)}
      kind={t("voucherTemplate")}
      titleOf={({ name }) => name}
      list="/catalogue/voucher-templates"
      mayEdit={may("staff.catalogue.voucherTemplates.update")}
      form={(template) => <VoucherTemplateForm template={template} />}
      facts={(template) => <VoucherTemplateFacts template={template} />}
    />
  );
}

/** The page with the form for a new voucher template. */
export function NewVoucherTemplatePage() {
  const t = useTranslations("catalogue");
  return (
    <NewItemPage title={t("newVoucherTemplate")}>
      <Allowed needs="staff.catalogue.voucherTemplates.create">
        <VoucherTemplateForm template={null} />
      </Allowed>
    </NewItemPage>
  );
}
