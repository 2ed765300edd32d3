export const channels = ["email", "sms", "whatsapp"] as const;
export type Channel = (typeof channels)[number];

/** A message template's own address. */
export function templateHref({ code, channel }: { code: string; channel: Channel }): string {
  return `/settings/messages/${channel}/${encodeURIComponent(code)}`;
}
