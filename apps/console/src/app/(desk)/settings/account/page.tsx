import { MyAccount } from "../../../../features/account/my-account.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.account");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/account">
      <MyAccount />
    </PageWords>
  );
}
