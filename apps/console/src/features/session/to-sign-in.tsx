"use client";
import { redirect, usePathname, useSearchParams } from "next/navigation";

/** Whoever asks for a page without having signed in does that first, and then gets what was asked for. */
export function ToSignIn(): never {
  const path = usePathname();
  const search = useSearchParams().toString();
  // work begins at the till: nothing of it is worth naming
  if (path === "/till" && !search) redirect("/sign-in");
  redirect(`/sign-in?next=${encodeURIComponent(search ? `${path}?${search}` : path)}`);
}
