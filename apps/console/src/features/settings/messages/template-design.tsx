"use client";
import { NativeSelect, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Template } from "./template.ts";

const designs = ["text", "mjml", "html"] as const;
const code = { input: { fontFamily: "var(--mantine-font-family-monospace)" } };

type TemplateDesignProps = {
  template: Template;
  wrong: (field: string) => string | null;
  disabled: boolean;
  onChange: (part: Partial<Template>) => void;
};

/** The design of an email beside its text: none, MJML, or custom HTML. */
export function TemplateDesign({ template, wrong, disabled, onChange }: TemplateDesignProps) {
  const t = useTranslations("templates");
  const [design, setDesign] = useState(template.mjml ? "mjml" : template.html ? "html" : "text");
  // switching between MJML and HTML keeps the text of both
  const [kept, setKept] = useState({
    mjml: template.mjml,
    html: template.mjml ? "" : template.html,
  });
  function writeMjml(mjml: string) {
    setKept({ ...kept, mjml });
    // A saved message also has the HTML that was made from its MJML. Without MJML the service would store and
    // send that HTML.
    onChange(mjml ? { mjml } : { mjml, html: "" });
  }
  function writeHtml(html: string) {
    setKept({ ...kept, html });
    onChange({ html });
  }
  return (
    <>
      <NativeSelect
        label={t("design")}
        value={design}
        disabled={disabled}
        onChange={({ currentTarget: { value } }) => {
          setDesign(value);
          onChange({
            mjml: value === "mjml" ? kept.mjml : "",
            html: value === "html" ? kept.html : "",
          });
        }}
        data={designs.map((value) => ({ value, label: t(`designs.${value}`) }))}
      />
      {design === "mjml" ? (
        <Textarea
          label={t("mjml")}
          description={t("mjmlHint")}
          rows={14}
          spellCheck={false}
          value={template.mjml}
          onChange={({ currentTarget }) => writeMjml(currentTarget.value)}
          error={wrong("mjml")}
          readOnly={disabled}
          styles={code}
        />
      ) : null}
      {design === "html" ? (
        <Textarea
          label={t("html")}
          description={t("htmlHint")}
          rows={14}
          spellCheck={false}
          value={template.html}
          onChange={({ currentTarget }) => writeHtml(currentTarget.value)}
          error={wrong("html")}
          readOnly={disabled}
          styles={code}
        />
      ) : null}
    </>
  );
}
