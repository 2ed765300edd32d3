import { GenerateCodes } from "../../../../../features/catalogue/codes/generate-codes.tsx";
import { Allowed } from "../../../../../features/session/allowed.tsx";
import { PageWords } from "../../../../../messages/page-words.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("codes.generate");

export default function Page() {
  return (
    <PageWords of="(desk)/catalogue/codes/new">
      <Allowed needs="staff.catalogue.generateCodes">
        <GenerateCodes />
      </Allowed>
    </PageWords>
  );
}
