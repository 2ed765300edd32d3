import { StaffPage } from "../../../../features/settings/staff/staff-page.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.staff");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/staff">
      <StaffPage />
    </PageWords>
  );
}
