"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl/react";
import css from "../../ui/ui.module.css";

const tabs = [
  ["/redemptions", "done"],
  ["/redemptions/refused", "refused"],
] as const;

/** What was done, and what was refused. */
export function RedemptionTabs() {
  const t = useTranslations("redemptions");
  const path = usePathname();
  return (
    <nav className={css.tabs} aria-label={t("title")}>
      {tabs.map(([href, name]) => (
        <Link key={href} href={href} aria-current={path === href ? "page" : undefined}>
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
