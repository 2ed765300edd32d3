import { Missing } from "../../../../../../features/frame/nothing-here.tsx";
import { channels } from "../../../../../../features/settings/messages/template.ts";
import { TemplatePage } from "../../../../../../features/settings/messages/template-page.tsx";
import { PageWords } from "../../../../../../messages/page-words.tsx";
import { titleOf } from "../../../../../../messages/title.ts";

export const generateMetadata = titleOf("settings.names.messages");

type PageProps = { params: Promise<{ channel: string; code: string }> };

export default async function Page({ params }: PageProps) {
  const { channel, code } = await params;
  const known = channels.find((one) => one === channel);
  if (!known) return <Missing />;
  return (
    <PageWords of="(desk)/settings/messages/[channel]/[code]">
      <TemplatePage channel={known} code={decodeURIComponent(code)} />
    </PageWords>
  );
}
