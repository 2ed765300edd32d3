import { SettingsHome } from "../../../features/settings/settings-home.tsx";
import { PageWords } from "../../../messages/page-words.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("settings.title");

export default function Page() {
  return (
    <PageWords of="(desk)/settings">
      <SettingsHome />
    </PageWords>
  );
}
