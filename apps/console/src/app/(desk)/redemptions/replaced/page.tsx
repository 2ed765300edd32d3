import { ReplacementList } from "../../../../features/redemptions/replacement-list.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("redemptions.replaced");

export default function Page() {
  return (
    <PageWords of="(desk)/redemptions/replaced">
      <ReplacementList />
    </PageWords>
  );
}
