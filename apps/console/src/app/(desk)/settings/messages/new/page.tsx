import { TemplateEditor } from "../../../../../features/settings/messages/template-editor.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("templates.new");

export default function Page() {
  return <TemplateEditor saved={null} />;
}
