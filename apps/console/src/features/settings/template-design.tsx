"use client";
import { NativeSelect, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Template } from "./template.ts";

const designs = ["text", "mjml", "html"] as const;
const code = { input: { fontFamily: "var(--mantine-font-family-monospace)" } };

type TemplateDesignProps = {
  of: Template;
  wrong: (field: string) => string | null;
  disabled: boolean;
  onChange: (part: Partial<Template>) => void;
};

/** How an email looks beside its text: not at all, by MJML, or by HTML of one's own. */
export function TemplateDesign({ of, wrong, disabled, onChange }: TemplateDesignProps) {
  const t = useTranslations("templates");
  const [design, setDesign] = useState(of.mjml ? "mjml" : of.html ? "html" : "text");
  return (
    <>
      <NativeSelect
        label={t("design")}
        value={design}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          setDesign(currentTarget.value);
          // what is not chosen is not sent; where there is MJML, its HTML is made anew
          onChange({ mjml: "", html: "" });
        }}
        data={designs.map((value) => ({ value, label: t(`designs.${value}`) }))}
      />
      {design === "mjml" ? (
        <Textarea
          label={t("mjml")}
          description={t("mjmlHint")}
          rows={14}
          spellCheck={false}
          value={of.mjml}
          onChange={({ currentTarget }) => onChange({ mjml: currentTarget.value })}
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
          value={of.html}
          onChange={({ currentTarget }) => onChange({ html: currentTarget.value })}
          error={wrong("html")}
          readOnly={disabled}
          styles={code}
        />
      ) : null}
    </>
  );
}
