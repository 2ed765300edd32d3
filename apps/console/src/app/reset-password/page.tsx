import { ResetPassword } from "../../features/sign-in/reset-password.tsx";
import { PageWords } from "../../messages/page-words.tsx";
import { titleOf } from "../../messages/title.ts";

export const generateMetadata = titleOf("reset.page");

type PageProps = { searchParams: Promise<{ token?: string | string[] }> };

/** The page for a forgotten password. The link in the reset mail opens this page with a token. */
export default async function Page({ searchParams }: PageProps) {
  const { token } = await searchParams;
  return (
    <PageWords of="reset-password">
      <ResetPassword token={typeof token === "string" ? token : null} />
    </PageWords>
  );
}
