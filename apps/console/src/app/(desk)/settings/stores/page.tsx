import { StoreList } from "../../../../features/settings/stores/store-list.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.stores");

export default function Page() {
  return <StoreList />;
}
