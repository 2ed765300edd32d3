import { NothingHere } from "../features/frame/nothing-here.tsx";

/**
 * Shown if Next itself finds no page. Next includes this component in every page. `[...path]` answers
 * addresses without a page.
 */
export default function NotFound() {
  return (
    <main>
      <NothingHere />
    </main>
  );
}
