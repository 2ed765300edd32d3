import { AuditLog } from "../../../../features/audit/audit-log.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("audit.title");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/audit">
      <AuditLog />
    </PageWords>
  );
}
