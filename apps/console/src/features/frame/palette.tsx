"use client";
import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { useDesk } from "../session/desk.tsx";
import css from "./palette.module.css";
import { places } from "./places.ts";

type Found = { readonly href: string; readonly title: string; readonly hint: string };

/** Finds customers, vouchers, redemptions and pages by what is typed. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations("palette");
  const router = useRouter();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const found = useFound(text);
  const at = Math.min(active, found.length - 1);

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(found.length - 1, at + step)));
    }
    const chosen = found[at];
    if (event.key === "Enter" && chosen) {
      router.push(chosen.href);
      onClose();
    }
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
            onClick={() => {
              router.push(href);
              onClose();
            }}
            onKeyDown={onKeyDown}
          >
            <bdi>{title}</bdi>
            <bdi className={css.hint}>{hint}</bdi>
          </div>
        ))}
        {found.length ? null : <p className={css.none}>{t("none")}</p>}
      </div>
    </Modal>
  );
}

function useFound(text: string): readonly Found[] {
  const t = useTranslations("palette");
  const names = useTranslations("frame");
  const { may } = useDesk();
  const [wanted] = useDebouncedValue(text.trim(), 150);
  const { data } = trpc.staff.till.lookup.useQuery(
    { text: wanted },
    { enabled: wanted.length > 1, placeholderData: keepPreviousData },
  );
  const typed = text.trim().toLowerCase();
  const pages = places
    .filter(({ name, needs }) => may(needs) && names(name).toLowerCase().includes(typed))
    .map(({ name, href }) => ({ href, title: names(name), hint: t("page") }));
  if (!typed) return pages;
  const number = /^#?([0-9]{1,15})$/.exec(typed)?.[1];
  return [
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
    ...(number
      ? [{ href: `/redemptions/${number}`, title: `#${number}`, hint: t("redemption") }]
      : []),
    ...pages,
  ];
}
