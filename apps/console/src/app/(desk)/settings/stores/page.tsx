import { StoreList } from "../../../../features/settings/stores/store-list.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.stores");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/stores">
      <StoreList />
    </PageWords>
  );
}
