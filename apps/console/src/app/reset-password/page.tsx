import { ResetPassword } from "../../features/sign-in/reset-password.tsx";
import { PageWords } from "../../messages/page-words.tsx";
import { titleOf } from "../../messages/title.ts";

export const generateMetadata = titleOf("reset.page");

/** The page for a forgotten password, and the page behind the link of a reset mail. */
export default function Page() {
  return (
    <PageWords of="reset-password">
      <ResetPassword />
    </PageWords>
  );
}
