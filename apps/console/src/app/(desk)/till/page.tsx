import { Till } from "../../../features/till/till.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("till.title");

export default function Page() {
  return <Till />;
}
