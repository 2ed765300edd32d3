import { SignIn } from "../../features/sign-in/sign-in.tsx";
import { PageWords } from "../../messages/page-words.tsx";
import { titleOf } from "../../messages/title.ts";

export const generateMetadata = titleOf("signIn.title");

type PageProps = { searchParams: Promise<{ next?: string | string[] }> };

export default async function Page({ searchParams }: PageProps) {
  const { next } = await searchParams;
  return (
    <PageWords of="sign-in">
      <SignIn next={typeof next === "string" ? next : null} />
    </PageWords>
  );
}
