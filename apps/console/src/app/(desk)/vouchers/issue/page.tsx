import { Allowed } from "../../../../features/session/allowed.tsx";
import { IssueVouchers } from "../../../../features/vouchers/issue-vouchers.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("issue.title");

export default function Page() {
  return (
    <PageWords of="(desk)/vouchers/issue">
      <Allowed needs="staff.catalogue.issueVouchers">
        <IssueVouchers />
      </Allowed>
    </PageWords>
  );
}
