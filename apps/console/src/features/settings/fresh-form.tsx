"use client";
import type { ReactNode } from "react";
import { failureOf } from "../../rpc/failure.ts";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";

type FreshFormProps = {
  /** Whether the read that began when the form opened has ended: the query's `isFetchedAfterMount`. */
  isRead: boolean;
  error: unknown;
  children: ReactNode;
};

/**
 * Shows a form that saves a whole record once the record has been read again, because saving an old copy
 * would undo what others have changed. If the read fails, shows the refusal, and the form with the last copy
 * that was read. The query has the options `readAgain`.
 */
export function FreshForm({ isRead, error, children }: FreshFormProps) {
  return (
    <>
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {isRead ? children : <Skeletons count={4} height={72} />}
    </>
  );
}
