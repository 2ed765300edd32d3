"use client";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Card } from "../../../ui/card.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeletons } from "../../../ui/skeletons.tsx";
import ui from "../../../ui/ui.module.css";
import css from "../settings.module.css";
import type { Template } from "./template.ts";
import { problemOf } from "./template-problem.ts";

const PAUSE_MS = 300;

/** A message filled with sample data, as the service would send it. */
export function TemplatePreview({ draft }: { draft: Template }) {
  const t = useTranslations("templates");
  const [template] = useDebouncedValue(draft, PAUSE_MS);
  // whether to show an HTML mail in a frame, with its subject above
  const isDesigned = template.channel === "email" && Boolean(template.html || template.mjml);
  const isWritten = template.body.trim() !== "";
  const { data, error } = trpc.staff.settings.messageTemplates.preview.useQuery(
    { ...template, code: template.code.trim() || "preview" },
    { enabled: isWritten, placeholderData: keepPreviousData },
  );
  return (
    <Card title={t("preview")}>
      <p className={ui.quiet} style={{ margin: "0 0 12px" }}>
        {t("previewLead")}
      </p>
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {isWritten && !data && !error ? (
        <Skeletons count={1} height={isDesigned ? 452 : 160} />
      ) : null}
      {isWritten && data && "problem" in data ? <Problem problem={data.problem} /> : null}
      {isWritten && data && "message" in data ? (
        <>
          {template.channel === "email" ? (
            <p style={{ margin: "0 0 8px" }}>
              <strong>
                <bdi>{data.message.subject}</bdi>
              </strong>
            </p>
          ) : null}
          {data.message.html === null ? (
            <pre className={css.text}>{data.message.text}</pre>
          ) : (
            // the frame runs no scripts and cannot reach the console
            <iframe
              className={css.mail}
              sandbox=""
              title={t("previewOf")}
              srcDoc={data.message.html}
            />
          )}
        </>
      ) : null}
    </Card>
  );
}

/** Why the message cannot be sent, in the page's language; what MJML reports is quoted. */
function Problem({ problem }: { problem: string }) {
  const t = useTranslations("templates");
  const { key, quoted } = problemOf(problem);
  return <Notice tone="warn">{t("problem", { problem: t(`problems.${key}`, { quoted }) })}</Notice>;
}
