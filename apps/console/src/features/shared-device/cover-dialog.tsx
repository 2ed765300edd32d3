"use client";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { coverPage } from "../../rpc/cover.ts";
import css from "./cover.module.css";

type CoverDialogProps = {
  title: string;
  /** Called on Esc. Without it, Esc does nothing. */
  onEscape?: (() => void) | undefined;
  children: ReactNode;
};

/**
 * A dialog over the whole page. The browser makes everything behind it inert, other dialogs too. The first
 * empty field gets the focus, otherwise the first button. When the dialog closes, the focus returns to the
 * element that had it before.
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
  // Hides the page's title, which may name a customer. A document's title is its first title element. After
  // the page is read again, React inserts the page's title before this one.
  useLayoutEffect(() => {
    const own = document.createElement("title");
    own.textContent = title;
    // React takes over the first title without `itemprop` if it hydrates the page's title late
    own.setAttribute("itemprop", "name");
    const putFirst = () => {
      if (document.head.querySelector("title") !== own) document.head.prepend(own);
    };
    putFirst();
    const watch = new MutationObserver(putFirst);
    watch.observe(document.head, { childList: true });
    return () => {
      watch.disconnect();
      own.remove();
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
      // opens the dialog again, because browsers close it on a second Esc in any case
      onClose={() => ref.current?.showModal()}
    >
      <div className={css.inside}>
        <div className={css.card}>{children}</div>
      </div>
    </dialog>,
    document.body,
  );
}
