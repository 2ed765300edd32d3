import { RedemptionList } from "../../../features/redemptions/redemption-list.tsx";
import { PageWords } from "../../../messages/page-words.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("redemptions.title");

export default function Page() {
  return (
    <PageWords of="(desk)/redemptions">
      <RedemptionList />
    </PageWords>
  );
}
