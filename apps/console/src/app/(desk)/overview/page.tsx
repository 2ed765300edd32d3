import { Overview } from "../../../features/overview/overview.tsx";
import { PageWords } from "../../../messages/page-words.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("overview.title");

export default function Page() {
  return (
    <PageWords of="(desk)/overview">
      <Overview />
    </PageWords>
  );
}
