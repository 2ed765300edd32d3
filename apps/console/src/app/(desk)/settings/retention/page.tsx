import { RetentionForm } from "../../../../features/settings/policy/retention-form.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("retention.title");

export default function Page() {
  return <RetentionForm />;
}
