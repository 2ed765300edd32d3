"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeletons } from "../../../ui/skeletons.tsx";
import type { Channel } from "./channels.ts";
import { TemplateEditor } from "./template-editor.tsx";

/** One message template, at its own address. */
export function TemplatePage({ channel, code }: { channel: Channel; code: string }) {
  const t = useTranslations("templates");
  const { data, error } = trpc.staff.settings.messageTemplates.list.useQuery();
  // a failed refetch must not discard what is being written
  if (!data && error) return <Refusal failed={failureOf(error)} />;
  if (!data) return <Skeletons count={4} height={72} />;
  const found = data.find((one) => one.channel === channel && one.code === code);
  return found ? <TemplateEditor saved={found} /> : <Empty title={t("gone")} />;
}
