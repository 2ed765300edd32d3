import { VoucherTemplateList } from "../../../../features/catalogue/voucher-templates/voucher-template-list.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.voucherTemplates");

export default function Page() {
  return <VoucherTemplateList />;
}
