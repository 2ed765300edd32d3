"use client";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import css from "./notice.module.css";

export type Tone = "good" | "warn" | "bad" | "plain";

type NoticeProps = { tone: Tone; children: ReactNode; code?: string | undefined };

const icons = {
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconAlertTriangle,
  plain: IconInfoCircle,
};

/** A notice. Screen readers read refusals at once, and other notices in turn. */
export function Notice({ tone, children, code }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={`${css.notice} ${css[tone]}`} role={tone === "bad" ? "alert" : "status"}>
      <Icon size={20} aria-hidden />
      <div>
        {children}
        {code ? <NoticeCode code={code} /> : null}
      </div>
    </div>
  );
}

/** A refusal's code, for support. Hidden until somebody opens it. */
function NoticeCode({ code }: { code: string }) {
  const t = useTranslations("notice");
  return (
    <details className={css.code}>
      <summary>{t("details")}</summary>
      <code>{code}</code>
    </details>
  );
}
