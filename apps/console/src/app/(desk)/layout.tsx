import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { Frame } from "../../features/frame/frame.tsx";
import { DeskProvider } from "../../features/session/desk.tsx";
import { readDesk } from "../../rpc/server.ts";

/** Around every page for people who have signed in; who they are comes with the first answer. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const [me, chosen] = await Promise.all([readDesk(), cookies()]);
  if (!me) redirect("/sign-in");
  const storeId = Number(chosen.get("stampbook_store")?.value) || null;
  return (
    <DeskProvider me={me} storeId={storeId}>
      <Frame>{children}</Frame>
    </DeskProvider>
  );
}
