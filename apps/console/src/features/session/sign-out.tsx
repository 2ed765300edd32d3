"use client";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice.tsx";
import { tellSignIn } from "./tell-sign-in.ts";

const TRIES = 4;
const PAUSE_MS = 1_000;

/**
 * The button that ends the session. Tries again while the service is too busy. Shows a message if it failed.
 */
export function SignOut() {
  const t = useTranslations("frame");
  const [hasFailed, setFailed] = useState(false);
  const end = async () => {
    if (await endSession()) window.location.assign("/sign-in");
    else setFailed(true);
  };
  return (
    <>
      <Button variant="default" onClick={() => void end()}>
        {t("signOut")}
      </Button>
      {hasFailed ? <Notice tone="bad">{t("signOutFailed")}</Notice> : null}
    </>
  );
}

/** Ends the session. Returns whether this succeeded. */
async function endSession(): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { ok, status } = await tellSignIn("sign-out", {}).catch(() => ({ ok: false, status: 0 }));
    if (ok || status !== 503 || tries === TRIES) return ok;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
