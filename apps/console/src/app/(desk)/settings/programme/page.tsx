import { ProgrammePage } from "../../../../features/settings/programme/programme-page.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.programme");

export default function Page() {
  return <ProgrammePage />;
}
