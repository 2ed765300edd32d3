"use client";
import { Modal, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { leaveBy } from "../../ui/form/unsaved.ts";
import { Refusal } from "../../ui/refusal.tsx";
import { takeEarlyKeys } from "./early-keys.tsx";
import css from "./palette.module.css";
import { useFound } from "./use-found.ts";

const scrollIntoView = (line: HTMLElement | null) => line?.scrollIntoView({ block: "nearest" });

/** Finds customers, vouchers, bookings, redemptions, sales, pages and commands while typing. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations("palette");
  const router = useRouter();
  const [text, setText] = useState("");
  /** Whether Enter or a click has chosen an entry. A record opens once the text's records have arrived. */
  const [isEntered, setEntered] = useState(false);
  const [active, setActive] = useState(0);
  const { found, known, isReady, failed } = useFound(text);
  const at = Math.min(active, found.length - 1);

  // before the field has the focus, in the same task: no key is lost between
  useLayoutEffect(() => {
    const early = takeEarlyKeys();
    setText(early.replaceAll("\n", ""));
    setEntered(early.endsWith("\n"));
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      event.preventDefault();
      setActive(Math.max(0, Math.min(found.length - 1, at + step)));
    }
    if (event.key === "Enter") setEntered(true);
  }

  useEffect(() => {
    const chosen = found[at];
    if (!isEntered || !(isReady || (chosen && at < known))) return;
    setEntered(false);
    if (!chosen) return;
    leaveBy(() => {
      router.push(chosen.href);
      onClose();
    });
  }, [isEntered, isReady, found, known, at, router, onClose]);

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
        autoFocus
        role="combobox"
        aria-label={t("title")}
        aria-expanded={found.length > 0}
        aria-controls={found.length ? "palette-found" : undefined}
        aria-activedescendant={found.length ? `palette-${at}` : undefined}
        placeholder={t("placeholder")}
        size="lg"
        variant="unstyled"
        px="md"
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      {found.length ? (
        <div id="palette-found" role="listbox" aria-label={t("title")} className={css.found}>
          {found.map(({ href, title, hint }, index) => (
            <div
              key={href}
              ref={index === at ? scrollIntoView : null}
              id={`palette-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={css.one}
              onClick={() => {
                setActive(index);
                setEntered(true);
              }}
              onKeyDown={onKeyDown}
            >
              <bdi>{title}</bdi>
              <bdi className={css.hint}>{hint}</bdi>
            </div>
          ))}
        </div>
      ) : null}
      {isReady ? null : (
        <p role="status" className={`${css.none} ${css.late}`}>
          {t("searching")}
        </p>
      )}
      {isReady && !found.length && !failed ? <p className={css.none}>{t("none")}</p> : null}
      {failed ? <Refusal failed={failed} /> : null}
    </Modal>
  );
}
