import { NewPromoCodePage } from "../../../../../features/catalogue/promo-codes/promo-code-page.tsx";
import { PageWords } from "../../../../../messages/page-words.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.newPromoCode");

export default function Page() {
  return (
    <PageWords of="(desk)/catalogue/promo-codes/new">
      <NewPromoCodePage />
    </PageWords>
  );
}
