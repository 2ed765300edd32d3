"use client";
import { PageError } from "./page-error.tsx";

/** Shown if the service does not answer. The console then does not know who is signed in. */
export function Away() {
  return (
    <main>
      <PageError reset={() => window.location.reload()} />
    </main>
  );
}
