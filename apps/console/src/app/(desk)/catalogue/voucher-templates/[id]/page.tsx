import { VoucherTemplatePage } from "../../../../../features/catalogue/voucher-templates/voucher-template-page.tsx";
import { recordPage } from "../../../../../features/frame/record-page.tsx";
import { titleOfRecord } from "../../../../../messages/title.ts";

export const generateMetadata = titleOfRecord("voucherTemplates", "catalogue.voucherTemplates");

export default recordPage("voucherTemplates", "(desk)/catalogue/voucher-templates/[id]", (id) => (
  <VoucherTemplatePage id={id} />
));
