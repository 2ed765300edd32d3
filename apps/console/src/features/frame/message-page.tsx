import type { ReactNode } from "react";
import css from "./message-page.module.css";

/** The CSS class of the links and buttons of a message page. */
export const wayOn = css.way;

type MessagePageProps = { title: string; advice: string; children: ReactNode };

/** A page with only a message: a title, advice, and links or buttons to continue. */
export function MessagePage({ title, advice, children }: MessagePageProps) {
  return (
    <div className={css.page}>
      <span className={css.mark} aria-hidden />
      <h1>{title}</h1>
      <p>{advice}</p>
      <div className={css.ways}>{children}</div>
    </div>
  );
}
