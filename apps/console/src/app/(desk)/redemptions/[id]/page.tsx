import { recordPage } from "../../../../features/frame/record-page.tsx";
import { RedemptionPage } from "../../../../features/redemptions/redemption-page.tsx";
import { titleOfRecord } from "../../../../messages/title.ts";

export const generateMetadata = titleOfRecord("redemptions", "redemptions.title");

export default recordPage("redemptions", "(desk)/redemptions/[id]", (id) => (
  <RedemptionPage id={id} />
));
