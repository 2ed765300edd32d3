import { TemplateList } from "../../../../features/settings/messages/template-list.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.messages");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/messages">
      <TemplateList />
    </PageWords>
  );
}
