import { GenerateCodes } from "../../../../../features/catalogue/codes/generate-codes.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("codes.generate");

export default function Page() {
  return <GenerateCodes />;
}
