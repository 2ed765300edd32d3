"use client";
import { useEffect, useRef } from "react";
import type { Failed } from "../../rpc/failure.ts";

/** Returns a `ref` for a form. After a refusal, the first field with an error gets the focus. */
export function useFocusWrong(failed: Failed | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failed) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failed]);
  return form;
}
