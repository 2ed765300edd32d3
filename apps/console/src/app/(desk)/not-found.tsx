import { NothingHere } from "../../features/frame/nothing-here.tsx";

/** Shown inside the frame, which already has the page's `main` element. */
export default function NotFound() {
  return <NothingHere />;
}
