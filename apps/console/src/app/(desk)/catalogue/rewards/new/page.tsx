import { NewRewardPage } from "../../../../../features/catalogue/rewards/reward-page.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.newReward");

export default function Page() {
  return <NewRewardPage />;
}
