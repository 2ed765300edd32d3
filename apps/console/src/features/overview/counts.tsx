"use client";
import Link from "next/link";
import { useFormatter } from "use-intl/react";
import ui from "../../ui/ui.module.css";
import css from "./overview.module.css";

export type Count = { readonly name: string; readonly count: number; readonly href: string };

type CountsProps = { none: string; counts: readonly Count[] };

/** Names with their counts, each with a link to the list behind it. */
export function Counts({ none, counts }: CountsProps) {
  const format = useFormatter();
  if (!counts.length) return <p className={ui.quiet}>{none}</p>;
  return (
    <ul className={css.counts}>
      {counts.map(({ name, count, href }) => (
        <li key={href + name}>
          <Link href={href}>
            <bdi>{name}</bdi>
          </Link>{" "}
          <strong>{format.number(count)}</strong>
        </li>
      ))}
    </ul>
  );
}
