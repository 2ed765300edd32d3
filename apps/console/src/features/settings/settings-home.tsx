"use client";
import Link from "next/link";
import { redirect } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { PageTitle } from "../../ui/page-title.tsx";
import { useDesk } from "../session/desk.tsx";
import { sections } from "./sections.ts";
import css from "./settings.module.css";

/** The settings that this person may see. */
export function SettingsHome() {
  const t = useTranslations("settings");
  const { may } = useDesk();
  const shown = sections.filter(({ needs }) => may(needs));
  const [first, second] = shown;
  // a page with one card only would be a step for nothing
  if (first && !second) redirect(first.href);
  return (
    <>
      <PageTitle title={t("title")} />
      <ul className={css.home}>
        {shown.map(({ name, href, icon: Icon }) => (
          <li key={name}>
            <Link href={href}>
              <Icon size={22} stroke={1.6} aria-hidden />
              <span>
                <strong>{t(`names.${name}`)}</strong>
                <span>{t(`leads.${name}`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
