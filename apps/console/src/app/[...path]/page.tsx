import { DeskPage } from "../../features/frame/desk-page.tsx";
import { Missing } from "../../features/frame/nothing-here.tsx";
import { titleOf } from "../../messages/title.ts";

export const generateMetadata = titleOf("notFound.title");

/**
 * The page for every address without a page of its own. Answers 404, also to people who are not signed in.
 */
export default function Page() {
  const outside = (
    <main>
      <Missing />
    </main>
  );
  return (
    <DeskPage signedOut={outside}>
      <Missing />
    </DeskPage>
  );
}
