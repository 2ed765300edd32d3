import type { Outputs } from "../../../rpc/client.ts";

export const channels = ["email", "sms", "whatsapp"] as const;
export type Channel = (typeof channels)[number];

/** Returns the address of a message template's page. */
export function templateHref({ code, channel }: { code: string; channel: Channel }): string {
  return `/settings/messages/${channel}/${encodeURIComponent(code)}`;
}

export type Template = Outputs["staff"]["settings"]["messageTemplates"]["list"][number];
