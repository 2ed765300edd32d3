"use client";
import { IconDots, IconSearch, IconUserCircle } from "@tabler/icons-react";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useShellWorker } from "../../shell/use-shell-worker.ts";
import { BrandMark } from "../../ui/brand/brand.tsx";
import { leaveBy } from "../../ui/form/unsaved.ts";
import { Key } from "../../ui/key.tsx";
import { later } from "../../ui/later.tsx";
import { SaidText } from "../../ui/said/said.tsx";
import { type Keys, useKeys } from "../../ui/use-keys.ts";
import { AnotherMerchant } from "../session/another-merchant.tsx";
import { ConfirmPassword } from "../session/confirm-password.tsx";
import { useDesk } from "../session/desk.tsx";
import { DeviceGuard } from "../shared-device/device-guard.tsx";
import { EarlyKeys, keepEarlyKeys } from "./early-keys.tsx";
import css from "./frame.module.css";
import { MorePlaces } from "./more-places.tsx";
import { places } from "./places.ts";
import { RequestCount } from "./requests/request-count.tsx";
import { StoreSelect } from "./store-select.tsx";

// loaded on request, so that these parts do not delay the page
const Palette = later(
  () => import("./palette.tsx").then(({ default: Part }) => Part),
  <EarlyKeys />,
);
const Account = later(() => import("./account.tsx").then(({ default: Part }) => Part));
const RequestAlert = later(() =>
  import("./requests/request-alert.tsx").then(({ default: Part }) => Part),
);
const KeyList = later(() => import("./key-list.tsx").then(({ default: Part }) => Part));

/** The number of pages in a phone's bar, not counting "More". */
const IN_BAR = 4;

export function Frame({ children }: { children: ReactNode }) {
  const t = useTranslations("frame");
  const router = useRouter();
  const path = usePathname();
  const { may, me, stores, store } = useDesk();
  useShellWorker();
  const [open, setOpen] = useState<"palette" | "keys" | null>(null);
  const [isAccountAsked, setAccountAsked] = useState(false);
  const openPalette = () => {
    if (open === "palette") return;
    keepEarlyKeys();
    setOpen("palette");
  };
  const shown = places.filter(({ needs }) => may(needs));
  const keys: Record<string, () => void> = {
    "mod+k": openPalette,
    "/": openPalette,
    "?": () => setOpen("keys"),
  };
  for (const { key, href } of shown) keys[`g ${key}`] = () => leaveBy(() => router.push(href));
  useKeys(keys satisfies Keys);

  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content">
        {t("skip")}
      </a>
      <nav className={css.rail} aria-label={t("places")}>
        <span className={css.brand} aria-hidden>
          <BrandMark /> <span className={css.word}>Stampbook</span>
        </span>
        {shown.map(({ name, href, key, icon: Icon }) => (
          <Link
            key={name}
            href={href}
            className={css.place}
            aria-current={path.startsWith(href) ? "page" : undefined}
            title={`${t(name)} (g ${key})`}
          >
            <Icon size={22} stroke={1.7} aria-hidden />
            <span className={css.word}>{t(name)}</span>
            {name === "bookings" ? <RequestCount /> : null}
          </Link>
        ))}
        {shown.length > IN_BAR ? (
          <button
            type="button"
            className={`${css.place} ${css.moreButton}`}
            popoverTarget="more-places"
            data-here={shown.slice(IN_BAR).some(({ href }) => path.startsWith(href))}
          >
            <IconDots size={22} stroke={1.7} aria-hidden />
            <span className={css.word}>{t("more")}</span>
          </button>
        ) : null}
      </nav>
      <MorePlaces places={shown.slice(IN_BAR)} />
      <header className={css.top}>
        {stores.length > 1 ? (
          <StoreSelect />
        ) : (
          <bdi className={css.storeName}>{store?.name ?? me.merchant.name}</bdi>
        )}
        <button
          type="button"
          className={css.search}
          onClick={openPalette}
          aria-keyshortcuts="/ Control+K Meta+K"
          aria-label={t("search")}
        >
          <IconSearch size={18} aria-hidden />
          <span className={css.searchWord}>{t("search")}</span>
          <span className={css.searchWord}>
            <Key>/</Key>
          </span>
        </button>
        <button
          type="button"
          className={css.who}
          popoverTarget="account"
          aria-label={t("account", { name: me.person.name })}
        >
          <IconUserCircle size={24} stroke={1.6} aria-hidden />
          <bdi className={css.whoName}>{me.person.name}</bdi>
        </button>
        <div
          id="account"
          popover="auto"
          className={css.account}
          onBeforeToggle={() => setAccountAsked(true)}
        >
          {isAccountAsked ? <Account /> : null}
        </div>
      </header>
      <main id="content" className={css.content} tabIndex={-1}>
        {children}
      </main>
      <SaidText />
      {may("staff.bookings.list") ? <RequestAlert /> : null}
      <AnotherMerchant />
      <ConfirmPassword />
      <DeviceGuard />
      {open === "palette" ? <Palette onClose={() => setOpen(null)} /> : null}
      {open === "keys" ? <KeyList onClose={() => setOpen(null)} /> : null}
    </div>
  );
}
