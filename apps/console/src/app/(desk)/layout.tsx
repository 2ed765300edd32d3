import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { EnrolFirst } from "../../features/account/enrol-first-later.tsx";
import { Frame } from "../../features/frame/frame.tsx";
import { DeskProvider } from "../../features/session/desk.tsx";
import { ToSignIn } from "../../features/session/to-sign-in.tsx";
import { ApiProvider } from "../../rpc/provider.tsx";
import { readDesk } from "../../rpc/server.ts";

/** The frame around every page for signed-in people. The first response includes who they are. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const [me, chosen] = await Promise.all([readDesk(), cookies()]);
  if (!me) return <ToSignIn />;
  if (me === "enrol")
    return (
      <ApiProvider>
        <EnrolFirst />
      </ApiProvider>
    );
  const storeId = Number(chosen.get("stampbook_store")?.value) || null;
  return (
    <ApiProvider merchantId={me.merchant.id}>
      <DeskProvider me={me} storeId={storeId}>
        <Frame>{children}</Frame>
      </DeskProvider>
    </ApiProvider>
  );
}
