import { AuditLog } from "../../../../features/audit/audit-log.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("audit.title");

export default function Page() {
  return <AuditLog />;
}
