import { NewRewardPage } from "../../../../../features/catalogue/rewards/reward-page.tsx";
import { PageWords } from "../../../../../messages/page-words.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.newReward");

export default function Page() {
  return (
    <PageWords of="(desk)/catalogue/rewards/new">
      <NewRewardPage />
    </PageWords>
  );
}
