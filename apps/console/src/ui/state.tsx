import type { ReactNode } from "react";
import type { Tone } from "./notice.tsx";
import css from "./ui.module.css";

type StateProps = { tone: Tone; children: ReactNode };

/** A status: a colour, and always a word. */
export function State({ tone, children }: StateProps) {
  return <span className={`${css.state} ${css[tone]}`}>{children}</span>;
}
