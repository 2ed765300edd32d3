"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { readAgain } from "../../../rpc/read-again.ts";
import { Empty } from "../../../ui/empty.tsx";
import { FreshForm } from "../fresh-form.tsx";
import type { Channel } from "./template.ts";
import { TemplateEditor } from "./template-editor.tsx";
import { TemplateTitle } from "./template-title.tsx";

/** One message template, at its own address. */
export function TemplatePage({ channel, code }: { channel: Channel; code: string }) {
  const t = useTranslations("templates");
  const query = trpc.staff.settings.messageTemplates.list.useQuery(undefined, readAgain);
  const { data, error, isFetchedAfterMount } = query;
  const found = data?.find((one) => one.channel === channel && one.code === code);
  return (
    <>
      <TemplateTitle template={{ channel, code }} />
      <FreshForm isRead={isFetchedAfterMount} error={error}>
        {found ? <TemplateEditor saved={found} /> : null}
        {data && !found ? <Empty title={t("gone")} /> : null}
      </FreshForm>
    </>
  );
}
