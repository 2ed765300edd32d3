import { RefusalList } from "../../../../features/redemptions/refusal-list.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("redemptions.refused");

export default function Page() {
  return (
    <PageWords of="(desk)/redemptions/refused">
      <RefusalList />
    </PageWords>
  );
}
