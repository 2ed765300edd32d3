import { PolicyForm } from "../../../../features/settings/policy/policy-fields.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.policy");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/policy">
      <PolicyForm />
    </PageWords>
  );
}
