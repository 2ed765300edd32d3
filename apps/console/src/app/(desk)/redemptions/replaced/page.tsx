import { ReplacementList } from "../../../../features/redemptions/replacement-list.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("redemptions.replaced");

export default function Page() {
  return <ReplacementList />;
}
