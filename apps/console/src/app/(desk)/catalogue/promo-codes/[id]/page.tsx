import { PromoCodePage } from "../../../../../features/catalogue/promo-codes/promo-code-page.tsx";
import { recordPage } from "../../../../../features/frame/record-page.tsx";
import { titleOfRecord } from "../../../../../messages/title.ts";

export const generateMetadata = titleOfRecord("promoCodes", "catalogue.promoCodes");

export default recordPage("promoCodes", "(desk)/catalogue/promo-codes/[id]", (id) => (
  <PromoCodePage id={id} />
));
