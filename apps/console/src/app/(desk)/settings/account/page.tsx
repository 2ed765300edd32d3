import { MyAccount } from "../../../../features/account/my-account.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.account");

export default function Page() {
  return <MyAccount />;
}
