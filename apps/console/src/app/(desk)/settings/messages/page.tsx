import { TemplateList } from "../../../../features/settings/messages/template-list.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.messages");

export default function Page() {
  return <TemplateList />;
}
