import { Invitation } from "../../features/session/invitation.tsx";
import { titleOf } from "../../messages/title.ts";

export const generateMetadata = titleOf("invitation.page");

type PageProps = { searchParams: Promise<{ secret?: string | string[] }> };

/** What the link of an invitation's mail opens. */
export default async function Page({ searchParams }: PageProps) {
  const { secret } = await searchParams;
  return <Invitation secretOfQuery={typeof secret === "string" ? secret : null} />;
}
