import type { ReactNode } from "react";
import css from "./notice.module.css";
import type { Tone } from "./notice.tsx";

type StateProps = { tone: Tone; children: ReactNode };

/** A colored label of a status. It always has a word, because a color alone is not enough. */
export function State({ tone, children }: StateProps) {
  return <span className={`${css.state} ${css[tone]}`}>{children}</span>;
}
