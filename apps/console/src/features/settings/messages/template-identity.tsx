"use client";
import { NativeSelect, TextInput } from "@mantine/core";
import { isBookingMessage } from "@stampbook/core/placeholders";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import ui from "../../../ui/ui.module.css";
import type { Template } from "./template.ts";
import { channels, templateHref } from "./template.ts";
import { useTemplateName, written } from "./use-template-name.ts";

type TemplateIdentityProps = {
  template: Template;
  /** The saved template that already has this channel and code. Undefined if no template has them. */
  existing: Pick<Template, "code" | "channel"> | undefined;
  wrong: (field: string) => string | null;
  onChange: (changes: Partial<Template>) => void;
};

/**
 * The channel of a new template, and its code: one of those that Stampbook sends, or any that tills use. Shows an
 * error if an existing template has both.
 */
export function TemplateIdentity({ template, existing, wrong, onChange }: TemplateIdentityProps) {
  const t = useTranslations("templates");
  const words = useTranslations("channels");
  const nameOf = useTemplateName();
  const [isOwn, setOwn] = useState(true);
  const error = existing ? t("there") : wrong("code");
  const group = (label: string, codes: readonly string[]) => ({
    group: label,
    items: codes.map((value) => ({ value, label: nameOf(value) })),
  });
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
        data={channels.map((value) => ({ value, label: words(value) }))}
      />
      <NativeSelect
        label={t("occasion")}
        value={isOwn ? "" : template.code}
        onChange={({ currentTarget: { value } }) => {
          setOwn(value === "");
          onChange({ code: value });
        }}
        error={isOwn ? null : error}
        data={[
          { value: "", label: t("ownCode") },
          group(t("ofCustomers"), written.ofCustomers),
          group(t("ofBookings"), written.ofBookings),
        ]}
      />
      {isOwn ? (
        <TextInput
          label={t("code")}
          description={t("codeHint")}
          value={template.code}
          onChange={({ currentTarget }) => onChange({ code: currentTarget.value })}
          error={error}
          autoComplete="off"
        />
      ) : (
        <TemplateOccasion code={template.code} />
      )}
      {existing ? (
        <Link className={ui.link} href={templateHref(existing)}>
          {t("openIt")}
        </Link>
      ) : null}
    </>
  );
}

/** When the guest of a booking gets the message with this code. Shows nothing for other codes. */
export function TemplateOccasion({ code }: { code: string }) {
  const t = useTranslations("templates.when");
  return isBookingMessage(code) ? (
    <p className={`${ui.note} ${ui.quiet} ${ui.small}`}>{t(code)}</p>
  ) : null;
}
