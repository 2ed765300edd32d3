import { IssueVouchers } from "../../../../features/vouchers/issue-vouchers.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("issue.title");

export default function Page() {
  return <IssueVouchers />;
}
