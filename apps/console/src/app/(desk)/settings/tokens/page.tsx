import { TokenList } from "../../../../features/settings/tokens/token-list.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.tokens");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/tokens">
      <TokenList />
    </PageWords>
  );
}
