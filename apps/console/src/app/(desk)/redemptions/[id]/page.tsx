import { recordPage } from "../../../../features/frame/record-page.tsx";
import { RedemptionDetail } from "../../../../features/redemptions/redemption-detail.tsx";
import { titleOfRecord } from "../../../../messages/title.ts";

export const generateMetadata = titleOfRecord("redemptions", "redemptions.title");

export default recordPage("redemptions", "(desk)/redemptions/[id]", (id) => (
  <RedemptionDetail id={id} />
));
