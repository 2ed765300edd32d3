import type { ReactNode } from "react";
import type { Tone } from "./notice.tsx";
import css from "./ui.module.css";

type StateProps = { tone: Tone; children: ReactNode };

/** A coloured label of a status. It always has a word, because a colour alone is not enough. */
export function State({ tone, children }: StateProps) {
  return <span className={`${css.state} ${css[tone]}`}>{children}</span>;
}
