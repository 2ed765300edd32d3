"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useDesk } from "../../session/desk.tsx";
import { anew, ItemPage } from "../item-page.tsx";
import { VoucherTemplateFacts } from "./voucher-template-facts.tsx";
import { VoucherTemplateForm } from "./voucher-template-form.tsx";

/** An existing voucher template, editable for people with the right, else read-only. */
export function VoucherTemplatePage({ id }: { id: number }) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  const query = trpc.staff.catalogue.voucherTemplates.get.useQuery({ id }, anew);
  const data = query.isFetchedAfterMount ? query.data : undefined;
  const mayEdit = may("staff.catalogue.voucherTemplates.update");
  return (
    <ItemPage
      title={data?.name ?? t("voucherTemplate")}
      query={query}
      list="/catalogue/voucher-templates"
    >
      {data && mayEdit ? <VoucherTemplateForm of={data} /> : null}
      {data && !mayEdit ? <VoucherTemplateFacts of={data} /> : null}
    </ItemPage>
  );
}

/** A new voucher template. */
export function NewVoucherTemplatePage() {
  const t = useTranslations("catalogue");
  return (
    <ItemPage title={t("newVoucherTemplate")}>
      <VoucherTemplateForm of={null} />
    </ItemPage>
  );
}
