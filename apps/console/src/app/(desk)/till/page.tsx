import { Till } from "../../../features/till/till.tsx";
import { PageWords } from "../../../messages/page-words.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("till.title");

export default function Page() {
  return (
    <PageWords of="(desk)/till">
      <Till />
    </PageWords>
  );
}
