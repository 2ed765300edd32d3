import type { ReactNode } from "react";
import css from "./ui.module.css";

type PageTitleProps = { title: ReactNode; children?: ReactNode };

/** What the page is, and what can be done with all of it. */
export function PageTitle({ title, children }: PageTitleProps) {
  return (
    <div className={css.title}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
