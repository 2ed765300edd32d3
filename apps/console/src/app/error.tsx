"use client";
import { PageError } from "../features/frame/page-error.tsx";

/** Shown when the frame itself cannot be rendered. */
export default function OutsideError({ reset }: { reset: () => void }) {
  return (
    <main>
      <PageError reset={reset} />
    </main>
  );
}
