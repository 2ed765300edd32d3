import { Children, type ReactNode } from "react";
import css from "./dotted.module.css";

/** Parts of a text with a dot between them. Empty parts are left out; no line begins or ends with a dot. */
export function Dotted({ children }: { children: ReactNode }) {
  return (
    <span className={css.box}>
      <span className={css.parts}>
        {Children.map(children, (part) => (part ? <span>{part}</span> : null))}
      </span>
    </span>
  );
}
