"use client";
import { useTranslations } from "use-intl/react";
import { SidePanel } from "../../../ui/list/side-panel.tsx";
import type { PanelProps } from "../../../ui/list/use-opened.ts";
import { type Token, TokenDetail } from "./token-detail.tsx";
import { TokenForm } from "./token-form.tsx";

/** A token beside the list, or the form for a new one. */
export default function TokenPanel({ token, ...panel }: PanelProps & { token: Token | null }) {
  const t = useTranslations("tokens");
  return (
    <SidePanel title={token ? <bdi>{token.name}</bdi> : t("new")} {...panel}>
      {token ? <TokenDetail key={token.id} token={token} /> : <TokenForm onDone={panel.onClose} />}
    </SidePanel>
  );
}
