import { TokenList } from "../../../../features/settings/tokens/token-list.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.tokens");

export default function Page() {
  return <TokenList />;
}
