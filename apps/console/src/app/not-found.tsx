import { NothingHere } from "../features/frame/nothing-here.tsx";

/**
 * Shown if Next itself finds nothing; addresses without a page have a page of their own (`[...path]`). Next
 * renders this with every page.
 */
export default function NotFound() {
  return (
    <main>
      <NothingHere />
    </main>
  );
}
