import { ProgrammePage } from "../../../../features/settings/programme/programme-page.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.programme");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/programme">
      <ProgrammePage />
    </PageWords>
  );
}
