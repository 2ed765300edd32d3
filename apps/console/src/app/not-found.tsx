import { NothingHere } from "../features/frame/nothing-here.tsx";

/**
 * Shown for what Next itself does not find; addresses without a page have a page of their own. It is
 * rendered with every page.
 */
export default function NotFound() {
  return (
    <main>
      <NothingHere />
    </main>
  );
}
