"use client";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";

/** Codes of a link that opens nothing: it is cut off, has ended, or its booking is gone. */
const opensNothing = ["booking_not_found", "required", "max_length"];

/** Why the page shows no booking. */
export function LinkRefused({ failed }: { failed: Failed }) {
  const t = useTranslations("guest");
  return (
    <>
      <h1>{t("page")}</h1>
      {opensNothing.includes(failed.code) ? (
        <Notice tone="bad">
          <p>{t("unknown")}</p>
        </Notice>
      ) : (
        <Refusal failed={failed} />
      )}
    </>
  );
}
