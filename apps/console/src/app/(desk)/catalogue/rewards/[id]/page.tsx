import { RewardPage } from "../../../../../features/catalogue/rewards/reward-page.tsx";
import { recordPage } from "../../../../../features/frame/record-page.tsx";
import { titleOfRecord } from "../../../../../messages/title.ts";

export const generateMetadata = titleOfRecord("rewards", "catalogue.rewards");

export default recordPage("rewards", "(desk)/catalogue/rewards/[id]", (id) => (
  <RewardPage id={id} />
));
