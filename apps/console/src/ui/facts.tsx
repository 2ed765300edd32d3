import type { ReactNode } from "react";
import css from "./ui.module.css";

type FactsProps = { facts: readonly (readonly [name: string, value: ReactNode])[] };

/** Names and values; names without a value are left out. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== "")
        .map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
