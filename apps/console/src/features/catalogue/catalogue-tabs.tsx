"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { intoView } from "../../ui/into-view.ts";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";

const tabs = [
  ["/catalogue/rewards", "rewards", "staff.catalogue.rewards.list"],
  ["/catalogue/voucher-templates", "voucherTemplates", "staff.catalogue.voucherTemplates.list"],
  ["/catalogue/promo-codes", "promoCodes", "staff.catalogue.promoCodes.list"],
  ["/catalogue/codes", "codes", "staff.jobs.list"],
] as const;

/** Tabs for the kinds of catalogue items. */
export function CatalogueTabs() {
  const t = useTranslations("catalogue");
  const path = usePathname();
  const { may } = useDesk();
  return (
    <nav className={css.tabs} aria-label={t("title")}>
      {tabs
        .filter(([, , needs]) => may(needs))
        .map(([href, name]) => (
          <Link
            key={href}
            href={href}
            ref={path === href ? intoView : null}
            aria-current={path === href ? "page" : undefined}
          >
            {t(name)}
          </Link>
        ))}
    </nav>
  );
}
