"use client";
import { IconLock } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Empty } from "../../ui/empty.tsx";
import ui from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";

/** Shows the pages of the settings. A session that was opened by a PIN gets an explanation instead. */
export function NeedsPassword({ children }: { children: ReactNode }) {
  const t = useTranslations("settings");
  const { isByPin } = useDesk().me;
  const path = usePathname();
  if (!isByPin) return children;
  return (
    <Empty icon={<IconLock size={40} stroke={1.4} aria-hidden />} title={t("needsPassword")}>
      {t("needsPasswordAdvice")}
      <br />
      <a className={ui.link} href={`/sign-in?by=password&next=${encodeURIComponent(path)}`}>
        {t("signInByPassword")}
      </a>
    </Empty>
  );
}
