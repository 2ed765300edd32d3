import { RefusalList } from "../../../../features/redemptions/refusal-list.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("redemptions.refused");

export default function Page() {
  return <RefusalList />;
}
