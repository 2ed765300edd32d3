import { NewVoucherTemplatePage } from "../../../../../features/catalogue/voucher-templates/voucher-template-page.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.newVoucherTemplate");

export default function Page() {
  return <NewVoucherTemplatePage />;
}
