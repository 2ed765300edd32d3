"use client";
import { NativeSelect } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice.tsx";
import { remember } from "../../ui/remember.ts";

/** Changes the language of the console on this device. */
export function LanguageChoice() {
  const t = useTranslations("frame");
  const locale = useLocale();
  const router = useRouter();
  const [hasFailed, setFailed] = useState(false);

  async function speak(language: string) {
    setFailed(false);
    const isStored = await remember("stampbook_locale", language);
    setFailed(!isStored);
    if (isStored) router.refresh();
  }

  return (
    <>
      <NativeSelect
        label={t("language")}
        value={locale}
        onChange={({ currentTarget }) => void speak(currentTarget.value)}
        data={[
          { value: "en", label: "English" },
          { value: "id", label: "Bahasa Indonesia" },
        ]}
      />
      {hasFailed ? <Notice tone="bad">{t("languageFailed")}</Notice> : null}
    </>
  );
}
