import type { ReactNode } from "react";
import css from "./ui.module.css";

type EmptyProps = { icon?: ReactNode; title: string; children?: ReactNode };

/** An empty list says what will be here, and how it gets there. */
export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className={css.empty}>
      {icon}
      <strong>{title}</strong>
      {children ? <span>{children}</span> : null}
    </div>
  );
}
