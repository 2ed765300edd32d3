import css from "./ui.module.css";

/** The keyboard shortcut of an action. */
export function Key({ children }: { children: string }) {
  return <kbd className={css.key}>{children}</kbd>;
}
