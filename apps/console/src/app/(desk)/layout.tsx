import type { ReactNode } from "react";
import { DeskPage } from "../../features/frame/desk-page.tsx";
import { ToSignIn } from "../../features/session/to-sign-in.tsx";

export default function DeskLayout({ children }: { children: ReactNode }) {
  return <DeskPage signedOut={<ToSignIn />}>{children}</DeskPage>;
}
