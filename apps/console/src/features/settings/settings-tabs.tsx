"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { intoView } from "../../ui/into-view.ts";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";
import { sections } from "./sections.ts";
import own from "./settings.module.css";

/** Tabs for the pages of the settings that this person may see. */
export function SettingsTabs() {
  const t = useTranslations("settings");
  const { may } = useDesk();
  const path = usePathname();
  if (path === "/settings") return null;
  return (
    <nav className={`${css.tabs} ${own.tabs}`} aria-label={t("sections")}>
      {sections
        .filter(({ needs }) => may(needs))
        .map(({ name, href }) => {
          const isHere = path.startsWith(href);
          return (
            <Link
              key={name}
              href={href}
              ref={isHere ? intoView : null}
              aria-current={isHere ? "page" : undefined}
            >
              {t(`names.${name}`)}
            </Link>
          );
        })}
    </nav>
  );
}
