import { NothingHere } from "../../features/frame/nothing-here.tsx";

/** Within the frame, which has the page's one main part. */
export default function NotFound() {
  return <NothingHere />;
}
