"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { intoView } from "../../ui/into-view.ts";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";

const tabs = [
  ["/redemptions", "done", "staff.redemptions.list"],
  ["/redemptions/refused", "refused", "staff.refusals.list"],
  ["/redemptions/replaced", "replaced", "staff.redemptions.replacements"],
] as const;

/** Tabs for redemptions, refusals, and cancellations that issued a new voucher. */
export function RedemptionTabs() {
  const t = useTranslations("redemptions");
  const { may } = useDesk();
  const path = usePathname();
  return (
    <nav className={css.tabs} aria-label={t("title")}>
      {tabs.map(([href, name, needs]) =>
        may(needs) ? (
          <Link
            key={href}
            href={href}
            ref={path === href ? intoView : null}
            aria-current={path === href ? "page" : undefined}
          >
            {t(name)}
          </Link>
        ) : null,
      )}
    </nav>
  );
}
