import { PolicyForm } from "../../../../features/settings/policy/policy-form.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.policy");

export default function Page() {
  return <PolicyForm />;
}
