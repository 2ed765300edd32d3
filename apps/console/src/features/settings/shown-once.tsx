"use client";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Copy } from "../../ui/copy.tsx";
import { useUnsaved } from "../../ui/form/unsaved.ts";
import { Notice } from "../../ui/notice.tsx";
import { useHoldPanel } from "../../ui/panel-hold.ts";
import css from "./settings.module.css";

type ShownOnceProps = {
  text: string;
  title: string;
  /** What the person must know about the text, such as where to keep it. */
  children: ReactNode;
  /** The question to a person who leaves the page too early. */
  leave: string;
  done: string;
  onDone: () => void;
};

/** Shows a text that cannot be shown again. Only the button below the text closes it. */
export function ShownOnce({ text, title, children, leave, done, onDone }: ShownOnceProps) {
  useHoldPanel("all");
  useUnsaved(true, leave);
  return (
    <div className={css.form}>
      <Notice tone="warn">
        <p>
          <strong>{title}</strong>
          <br />
          {children}
        </p>
      </Notice>
      <div className={css.secret}>
        <code>{text}</code>
        <Copy text={text} />
      </div>
      <Button onClick={onDone}>{done}</Button>
    </div>
  );
}
