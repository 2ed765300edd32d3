"use client";
import { PageError } from "./page-error.tsx";

/** For a service that does not answer, so that nobody knows who is signed in. */
export function Away() {
  return (
    <main>
      <PageError reset={() => window.location.reload()} />
    </main>
  );
}
