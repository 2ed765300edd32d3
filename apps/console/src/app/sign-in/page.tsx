import { SignInHere } from "../../features/shared-device/sign-in-here.tsx";
import { PageWords } from "../../messages/page-words.tsx";
import { titleOf } from "../../messages/title.ts";

export const generateMetadata = titleOf("signIn.title");

type PageProps = { searchParams: Promise<{ next?: string | string[]; by?: string | string[] }> };

export default async function Page({ searchParams }: PageProps) {
  const { next, by } = await searchParams;
  return (
    <PageWords of="sign-in">
      <SignInHere next={typeof next === "string" ? next : null} needsPassword={by === "password"} />
    </PageWords>
  );
}
