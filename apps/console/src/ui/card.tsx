import type { ReactNode } from "react";
import css from "./ui.module.css";

type CardProps = { title?: ReactNode; children: ReactNode };

export function Card({ title, children }: CardProps) {
  return (
    <section className={css.card}>
      {title ? <h2 style={{ margin: "0 0 12px", fontSize: "1rem" }}>{title}</h2> : null}
      {children}
    </section>
  );
}
