import { NewVoucherTemplatePage } from "../../../../../features/catalogue/voucher-templates/voucher-template-page.tsx";
import { PageWords } from "../../../../../messages/page-words.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.newVoucherTemplate");

export default function Page() {
  return (
    <PageWords of="(desk)/catalogue/voucher-templates/new">
      <NewVoucherTemplatePage />
    </PageWords>
  );
}
