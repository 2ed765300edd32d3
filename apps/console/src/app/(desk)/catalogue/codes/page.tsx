import { JobList } from "../../../../features/catalogue/codes/job-list.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("codes.title");

export default function Page() {
  return <JobList />;
}
