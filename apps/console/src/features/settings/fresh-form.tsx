"use client";
import type { ReactNode } from "react";
import { failureOf } from "../../rpc/failure.ts";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";

type FreshFormProps = {
  /** Whether the form's data was read since the form opened (the query's `isFetchedAfterMount`). */
  isRead: boolean;
  error: unknown;
  children: ReactNode;
};

/**
 * Shows a form that saves a whole record, once the record was read again: an old copy would undo what another
 * person has changed meanwhile. If the read fails, says why above the form. The query has the options `readAgain`.
 */
export function FreshForm({ isRead, error, children }: FreshFormProps) {
  return (
    <>
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {isRead ? children : <Skeletons count={4} height={72} />}
    </>
  );
}
