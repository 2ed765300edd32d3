import { SecurityLog } from "../../../../features/security/security-log.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("security.title");

export default function Page() {
  return <SecurityLog />;
}
