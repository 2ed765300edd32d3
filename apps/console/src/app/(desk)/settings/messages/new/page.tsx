import { Allowed } from "../../../../../features/session/allowed.tsx";
import { TemplateEditor } from "../../../../../features/settings/messages/template-editor.tsx";
import { TemplateTitle } from "../../../../../features/settings/messages/template-title.tsx";
import { PageWords } from "../../../../../messages/page-words.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("templates.new");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/messages/new">
      <TemplateTitle template={null} />
      <Allowed needs="staff.settings.messageTemplates.save">
        <TemplateEditor saved={null} />
      </Allowed>
    </PageWords>
  );
}
