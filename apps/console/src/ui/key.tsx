import css from "./ui.module.css";

/** The key of an action. */
export function Key({ children }: { children: string }) {
  return <kbd className={css.key}>{children}</kbd>;
}
