import { PromoCodeList } from "../../../../features/catalogue/promo-codes/promo-code-list.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.promoCodes");

export default function Page() {
  return (
    <PageWords of="(desk)/catalogue/promo-codes">
      <PromoCodeList />
    </PageWords>
  );
}
