"use client";
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice.tsx";
import { useDesk } from "./desk.tsx";
import { tellSignIn } from "./tell-sign-in.ts";

/** Switches to another merchant of the person. Nothing for a person with one merchant, or in a PIN's session. */
export function MerchantChoice() {
  const t = useTranslations("frame");
  const { me } = useDesk();
  const [hasFailed, setFailed] = useState(false);
  if (me.isByPin || me.merchants.length < 2) return null;

  async function workFor(activeMerchantId: number) {
    setFailed(false);
    const answer = await tellSignIn("update-session", { activeMerchantId }).catch(() => null);
    if (answer?.ok) window.location.assign("/till");
    else setFailed(true);
  }

  return (
    <>
      <NativeSelect
        label={t("merchant")}
        value={String(me.merchant.id)}
        onChange={({ currentTarget }) => void workFor(Number(currentTarget.value))}
        data={me.merchants.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      {hasFailed ? <Notice tone="bad">{t("merchantFailed")}</Notice> : null}
    </>
  );
}
