import { PromoCodeList } from "../../../../features/catalogue/promo-codes/promo-code-list.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.promoCodes");

export default function Page() {
  return <PromoCodeList />;
}
