import type { ReactNode } from "react";
import css from "./ui.module.css";

type EmptyProps = { icon?: ReactNode; title: string; children?: ReactNode };

/** Shown in place of an empty list: what the list will contain, and how to add to it. */
export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className={css.empty}>
      {icon}
      <strong>{title}</strong>
      {children ? <span>{children}</span> : null}
    </div>
  );
}
