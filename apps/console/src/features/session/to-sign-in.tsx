"use client";
import { redirect, usePathname, useSearchParams } from "next/navigation";

/** Redirects to the sign-in page, which leads back to the requested page afterwards. */
export function ToSignIn(): never {
  const path = usePathname();
  const search = useSearchParams().toString();
  // the till is the default page, so it need not be in the address
  if (path === "/till" && !search) redirect("/sign-in");
  redirect(`/sign-in?next=${encodeURIComponent(search ? `${path}?${search}` : path)}`);
}
