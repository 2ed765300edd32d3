"use client";
import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useState } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { type Failed, failureOf } from "../../rpc/failure.ts";
import { mayLeave } from "../../ui/form/unsaved.ts";
import { Refusal } from "../../ui/refusal.tsx";
import { useDesk } from "../session/desk.tsx";
import css from "./palette.module.css";
import { places } from "./places.ts";

type Found = { readonly href: string; readonly title: string; readonly hint: string };

/** Finds customers, vouchers, bookings, redemptions, sales and pages while typing. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations("palette");
  const router = useRouter();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const { found, failed } = useFound(text);
  const at = Math.min(active, found.length - 1);

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(found.length - 1, at + step)));
    }
    const chosen = found[at];
    if (event.key === "Enter" && chosen) go(chosen.href);
  }

  function go(href: string) {
    if (!mayLeave()) return;
    router.push(href);
    onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="10vh"
      aria-label={t("title")}
    >
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={t("title")}
        aria-expanded={found.length > 0}
        aria-controls="palette-found"
        aria-activedescendant={found.length ? `palette-${at}` : undefined}
        placeholder={t("placeholder")}
        size="lg"
        variant="unstyled"
        px="md"
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-found" role="listbox" aria-label={t("title")} className={css.found}>
        {found.map(({ href, title, hint }, index) => (
          <div
            key={href}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={css.one}
            onClick={() => go(href)}
            onKeyDown={onKeyDown}
          >
            <bdi>{title}</bdi>
            <bdi className={css.hint}>{hint}</bdi>
          </div>
        ))}
        {found.length || failed ? null : <p className={css.none}>{t("none")}</p>}
      </div>
      {failed ? <Refusal failed={failed} /> : null}
    </Modal>
  );
}

function useFound(text: string): {
  readonly found: readonly Found[];
  readonly failed: Failed | null;
} {
  const t = useTranslations("palette");
  const names = useTranslations("frame");
  const sales = useTranslations("sales");
  const format = useFormatter();
  const { may } = useDesk();
  const dayOf = (day: string) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { timeZone: "UTC", dateStyle: "medium" });
  const [wanted] = useDebouncedValue(text.trim(), 150);
  const { data, error } = trpc.staff.find.useQuery(
    { text: wanted },
    { enabled: /..|[0-9]/.test(wanted), placeholderData: keepPreviousData },
  );
  const typed = text.trim().toLowerCase();
  const all = [
    ...places.map(({ name, ...place }) => ({ ...place, title: names(name) })),
    // a page without an entry in the navigation
    { href: "/sales", needs: "staff.sales.list", title: sales("title") } as const,
  ];
  const pages = all
    .filter(({ title, needs }) => may(needs) && title.toLowerCase().includes(typed))
    .map(({ title, href }) => ({ href, title, hint: t("page") }));
  if (!typed) return { found: pages, failed: null };
  const found = [
    ...(data?.vouchers ?? []).map(({ id, code, name }) => ({
      href: `/vouchers/${id}`,
      title: `${name} · ${code}`,
      hint: t("voucher"),
    })),
    ...(data?.customers ?? []).map(({ id, name, memberId }) => ({
      href: `/customers/${id}`,
      title: name,
      hint: memberId ?? t("customer"),
    })),
    ...(data?.bookings ?? []).map(({ id, customer, user, ...booking }) => ({
      href: `/bookings/${id}`,
      title: `${customer?.name ?? user} · ${dayOf(booking.date)} ${booking.time.slice(0, 5)}`,
      hint: t("booking", { id, store: booking.store.name }),
    })),
    ...(data?.redemptions ?? []).map(({ id, name, customer }) => ({
      href: `/redemptions/${id}`,
      title: `${name} · ${customer.name}`,
      hint: t("redemption", { id }),
    })),
    ...(data?.sales ?? []).map(({ id, invoiceNumber, customer, businessDay }) => ({
      href: `/sales/${id}`,
      title: `${invoiceNumber} · ${customer?.name ?? dayOf(businessDay)}`,
      hint: t("sale", { id }),
    })),
    ...pages,
  ];
  return { found, failed: error && failureOf(error) };
}
