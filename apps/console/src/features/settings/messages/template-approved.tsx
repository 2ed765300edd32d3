"use client";
import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Template } from "./template.ts";

type TemplateApprovedProps = {
  template: Template;
  wrong: (field: string) => string | null;
  disabled: boolean;
  onChange: (part: Pick<Template, "approved">) => void;
};

/**
 * The fields for a template that WhatsApp itself has approved. WhatsApp messages use this template instead of
 * the text. An empty name means that there is no approved template.
 */
export function TemplateApproved({ template, wrong, disabled, onChange }: TemplateApprovedProps) {
  const t = useTranslations("templates.approved");
  const [parts, setParts] = useState({
    name: template.approved?.name ?? "",
    language: template.approved?.language ?? "",
    parameters: template.approved?.parameters.join("\n") ?? "",
    button: template.approved?.button ?? "",
  });
  function put(part: Partial<typeof parts>) {
    const next = { ...parts, ...part };
    setParts(next);
    const name = next.name.trim();
    const parameters = next.parameters.split("\n").map((line) => line.trim());
    const approved = {
      name,
      language: next.language.trim(),
      parameters: parameters.filter((line) => line !== ""),
      button: next.button.trim() || null,
    };
    onChange({ approved: name ? approved : null });
  }
  const isBelow = ["language", "parameters", "button"].some((part) => wrong(`approved.${part}`));
  return (
    <>
      <TextInput
        label={t("name")}
        description={t("nameHint")}
        value={parts.name}
        onChange={({ currentTarget }) => put({ name: currentTarget.value })}
        error={isBelow ? null : wrong("approved")}
        readOnly={disabled}
        autoComplete="off"
      />
      {parts.name.trim() ? (
        <>
          <TextInput
            label={t("language")}
            description={t("languageHint")}
            value={parts.language}
            onChange={({ currentTarget }) => put({ language: currentTarget.value })}
            error={wrong("approved.language")}
            readOnly={disabled}
            autoComplete="off"
          />
          <Textarea
            label={t("parameters")}
            description={t("parametersHint")}
            rows={3}
            value={parts.parameters}
            onChange={({ currentTarget }) => put({ parameters: currentTarget.value })}
            error={wrong("approved.parameters")}
            readOnly={disabled}
          />
          <TextInput
            label={t("button")}
            description={t("buttonHint")}
            value={parts.button}
            onChange={({ currentTarget }) => put({ button: currentTarget.value })}
            error={wrong("approved.button")}
            readOnly={disabled}
            autoComplete="off"
          />
        </>
      ) : null}
    </>
  );
}
