"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { PageTitle } from "../../../ui/page-title.tsx";
import ui from "../../../ui/ui.module.css";
import css from "../settings.module.css";
import type { Template } from "./template.ts";
import { useTemplateName } from "./use-template-name.ts";

type TemplateTitleProps = { template: Pick<Template, "code" | "channel"> | null };

/** The title of a template's page, and the way back to the list. Null is a new template. */
export function TemplateTitle({ template }: TemplateTitleProps) {
  const t = useTranslations("templates");
  const channels = useTranslations("channels");
  const nameOf = useTemplateName();
  const name = template && nameOf(template.code);
  const title = template ? (
    <>
      <bdi>{name}</bdi> · {channels(template.channel)}{" "}
      {name === template.code ? null : <code className={css.code}>{template.code}</code>}
    </>
  ) : (
    t("new")
  );
  return (
    <>
      <p style={{ margin: "0 0 4px" }}>
        <Link className={ui.link} href="/settings/messages">
          ‹ {t("back")}
        </Link>
      </p>
      <PageTitle title={title} />
    </>
  );
}
