"use client";
import { NativeSelect, TextInput } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import ui from "../../../ui/ui.module.css";
import type { Template } from "./template.ts";
import { channels, templateHref } from "./template.ts";

type TemplateIdentityProps = {
  template: Template;
  /** The saved template that already has this channel and code. Undefined if no template has them. */
  existing: Pick<Template, "code" | "channel"> | undefined;
  wrong: (field: string) => string | null;
  onChange: (changes: Partial<Template>) => void;
};

/** The channel and the code of a new template. Shows an error if an existing template has both. */
export function TemplateIdentity({ template, existing, wrong, onChange }: TemplateIdentityProps) {
  const t = useTranslations("templates");
  return (
    <>
      <NativeSelect
        label={t("channel")}
        value={template.channel}
        onChange={({ currentTarget }) =>
          onChange({
            channel: channels.find((channel) => channel === currentTarget.value) ?? "email",
            approved: null,
          })
        }
        data={channels.map((value) => ({ value, label: t(`channels.${value}`) }))}
      />
      <TextInput
        label={t("code")}
        description={t("codeHint")}
        value={template.code}
        onChange={({ currentTarget }) => onChange({ code: currentTarget.value })}
        error={existing ? t("there") : wrong("code")}
        autoComplete="off"
      />
      {existing ? (
        <Link className={ui.link} href={templateHref(existing)}>
          {t("openIt")}
        </Link>
      ) : null}
    </>
  );
}
