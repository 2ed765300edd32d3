import { NewPromoCodePage } from "../../../../../features/catalogue/promo-codes/promo-code-page.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.newPromoCode");

export default function Page() {
  return <NewPromoCodePage />;
}
