import { DeviceList } from "../../../../features/settings/devices/device-list.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.devices");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/devices">
      <DeviceList />
    </PageWords>
  );
}
