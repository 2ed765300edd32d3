import { NothingHere } from "../features/frame/nothing-here.tsx";

/**
 * Shown if Next itself finds nothing. Addresses without a page are answered by `[...path]` instead. Next
 * includes this in every page.
 */
export default function NotFound() {
  return (
    <main>
      <NothingHere />
    </main>
  );
}
