import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { PageWords } from "../../messages/page-words.tsx";
import { pageRequest } from "../../rpc/page-request.ts";
import { ApiProvider } from "../../rpc/provider.tsx";
import { readDesk } from "../../rpc/server.ts";
import { EnrolFirst } from "../account/enrol-first-later.tsx";
import { DeskProvider } from "../session/desk.tsx";
import { LOCKED_COOKIE } from "../shared-device/locked-cookie.ts";
import { Away } from "./away.tsx";
import { Frame } from "./frame.tsx";
import { Live } from "./live.tsx";

type DeskPageProps = { signedOut: ReactNode; children: ReactNode };

/**
 * A page in the frame (the bars around a page), for signed-in people. The first response contains the
 * person's data.
 */
export async function DeskPage({ signedOut, children }: DeskPageProps) {
  const [me, chosen] = await Promise.all([readDesk().catch(() => "away" as const), cookies()]);
  // a locked browser gets no page, even if the lock could not end its session yet
  if (!me || chosen.has(LOCKED_COOKIE)) return signedOut;
  if (me === "away") {
    pageRequest()?.setStatus(503);
    return <Away />;
  }
  if (me === "enrol")
    return (
      <PageWords of="(desk)/layout">
        <ApiProvider>
          <EnrolFirst />
        </ApiProvider>
      </PageWords>
    );
  const storeId = Number(chosen.get("stampbook_store")?.value) || null;
  return (
    <PageWords of="(desk)/layout">
      <ApiProvider merchantId={me.merchant.id}>
        <DeskProvider me={me} storeId={storeId}>
          <Live>
            <Frame>{children}</Frame>
          </Live>
        </DeskProvider>
      </ApiProvider>
    </PageWords>
  );
}
