import { OutboxList } from "../../../../features/settings/messages/outbox-list.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.outbox");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/outbox">
      <OutboxList />
    </PageWords>
  );
}
