import { Overview } from "../../../features/overview/overview.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("overview.title");

export default function Page() {
  return <Overview />;
}
