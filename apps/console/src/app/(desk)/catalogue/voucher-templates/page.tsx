import { VoucherTemplateList } from "../../../../features/catalogue/voucher-templates/voucher-template-list.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.voucherTemplates");

export default function Page() {
  return (
    <PageWords of="(desk)/catalogue/voucher-templates">
      <VoucherTemplateList />
    </PageWords>
  );
}
