import { SecurityLog } from "../../../../features/security/security-log.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("security.title");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/security">
      <SecurityLog />
    </PageWords>
  );
}
