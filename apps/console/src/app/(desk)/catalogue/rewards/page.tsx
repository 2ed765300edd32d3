import { RewardList } from "../../../../features/catalogue/rewards/reward-list.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.rewards");

export default function Page() {
  return <RewardList />;
}
