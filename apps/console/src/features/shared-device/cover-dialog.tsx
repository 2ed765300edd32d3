"use client";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { coverPage } from "../../rpc/cover.ts";
import css from "./cover.module.css";

type CoverDialogProps = {
  title: string;
  /** Called on Esc; without it nothing but its own buttons ends the dialog. */
  onEscape?: (() => void) | undefined;
  children: ReactNode;
};

/**
 * A dialog over the whole page. The browser makes all behind it inert, other dialogs too, and returns the
 * focus afterwards. The first empty field has it, otherwise the first button.
 */
export function CoverDialog({ title, onEscape, children }: CoverDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    const focused = document.activeElement;
    coverPage(true);
    dialog?.showModal();
    const fields = dialog?.querySelectorAll("input") ?? [];
    [...fields].find(({ value }) => value === "")?.focus();
    return () => {
      coverPage(false);
      dialog?.close();
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    };
  }, []);
  // the title may name a customer
  useLayoutEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      if (document.title === title) document.title = before;
    };
  }, [title]);
  return createPortal(
    <dialog
      ref={ref}
      className={css.cover}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onEscape?.();
      }}
      // a browser closes it on a second Esc all the same
      onClose={() => ref.current?.showModal()}
    >
      <div className={css.inside}>
        <div className={css.card}>{children}</div>
      </div>
    </dialog>,
    document.body,
  );
}
