import { Invitation } from "../../features/sign-in/invitation.tsx";
import { PageWords } from "../../messages/page-words.tsx";
import { titleOf } from "../../messages/title.ts";

export const generateMetadata = titleOf("invitation.page");

type PageProps = { searchParams: Promise<{ secret?: string | string[] }> };

/** The page behind the link of an invitation mail. */
export default async function Page({ searchParams }: PageProps) {
  const { secret } = await searchParams;
  return (
    <PageWords of="invitation">
      <Invitation secretOfQuery={typeof secret === "string" ? secret : null} />
    </PageWords>
  );
}
