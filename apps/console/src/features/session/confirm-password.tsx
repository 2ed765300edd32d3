"use client";
import { useEffect, useState } from "react";
import { confirmHere } from "../../rpc/confirm-first.ts";
import { later } from "../../ui/later.tsx";

const PasswordDialog = later(() =>
  import("./password-dialog.tsx").then(({ default: Part }) => Part),
);

/** Asks for the password if a call needs it. Calls that wait at the same time are answered together. */
export function ConfirmPassword() {
  const [waiting, setWaiting] = useState<readonly ((isConfirmed: boolean) => void)[]>([]);
  useEffect(
    () => confirmHere(() => new Promise((answer) => setWaiting((all) => [...all, answer]))),
    [],
  );
  function answer(isConfirmed: boolean) {
    for (const each of waiting) each(isConfirmed);
    setWaiting([]);
  }
  return waiting.length ? <PasswordDialog onAnswer={answer} /> : null;
}
