import type { ReactNode } from "react";
import css from "./ui.module.css";

type PageTitleProps = { title: ReactNode; children?: ReactNode };

/** The page's title, and its actions. */
export function PageTitle({ title, children }: PageTitleProps) {
  return (
    <div className={css.title}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
