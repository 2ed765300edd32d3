"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl/react";
import css from "./frame.module.css";
import own from "./more-places.module.css";
import type { places } from "./places.ts";

type MorePlacesProps = { places: readonly (typeof places)[number][] };

/** The pages that do not fit in a phone's bar. */
export function MorePlaces({ places }: MorePlacesProps) {
  const t = useTranslations("frame");
  const path = usePathname();
  return (
    <div id="more-places" popover="auto" className={own.morePlaces}>
      <nav aria-label={t("more")}>
        {places.map(({ name, href, icon: Icon }) => (
          <Link
            key={name}
            href={href}
            className={css.place}
            aria-current={path.startsWith(href) ? "page" : undefined}
            onClick={({ currentTarget }) =>
              currentTarget.closest<HTMLElement>("[popover]")?.hidePopover()
            }
          >
            <Icon size={22} stroke={1.7} aria-hidden />
            {t(name)}
          </Link>
        ))}
      </nav>
    </div>
  );
}
