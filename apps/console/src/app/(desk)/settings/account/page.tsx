import { MyAccount } from "../../../../features/session/my-account.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.account");

export default function Page() {
  return <MyAccount />;
}
