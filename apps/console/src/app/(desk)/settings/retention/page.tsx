import { RetentionForm } from "../../../../features/settings/policy/retention-fields.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("retention.title");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/retention">
      <RetentionForm />
    </PageWords>
  );
}
