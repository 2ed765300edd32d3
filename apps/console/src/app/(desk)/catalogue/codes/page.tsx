import { JobList } from "../../../../features/catalogue/codes/job-list.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("codes.title");

export default function Page() {
  return (
    <PageWords of="(desk)/catalogue/codes">
      <JobList />
    </PageWords>
  );
}
