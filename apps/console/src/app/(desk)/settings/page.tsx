import { SettingsHome } from "../../../features/settings/settings-home.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("settings.title");

export default function Page() {
  return <SettingsHome />;
}
