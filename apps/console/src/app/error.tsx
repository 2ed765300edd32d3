"use client";
import { PageError } from "../features/frame/page-error.tsx";

/** Shown when the frame, the bars around a page, cannot be rendered. */
export default function OutsideError({ reset }: { reset: () => void }) {
  return (
    <main>
      <PageError reset={reset} />
    </main>
  );
}
