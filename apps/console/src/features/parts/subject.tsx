"use client";
import Link from "next/link";
import css from "../../ui/ui.module.css";
import type { useSubjectWords } from "./use-subject-words.ts";

type SubjectProps = { subject: ReturnType<ReturnType<typeof useSubjectWords>> };

/** A record's subject, as a link if it has a page. */
export function Subject({ subject: { text, href } }: SubjectProps) {
  return href === null ? (
    <bdi>{text}</bdi>
  ) : (
    <Link className={css.link} href={href}>
      <bdi>{text}</bdi>
    </Link>
  );
}
