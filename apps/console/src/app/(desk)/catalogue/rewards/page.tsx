import { RewardList } from "../../../../features/catalogue/rewards/reward-list.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.rewards");

export default function Page() {
  return (
    <PageWords of="(desk)/catalogue/rewards">
      <RewardList />
    </PageWords>
  );
}
