"use client";
import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../notice.tsx";
import { useRefusalWords } from "../../refusal.tsx";
import css from "./choice.module.css";
import type { Choice } from "./use-choice.ts";
import type { Run } from "./use-for-each.ts";

type ChoiceBarProps<Row> = {
  choice: Choice<Row>;
  run: Run<Row> | null;
  /** The text of the result for a number of rows. */
  doneWords: (count: number) => string;
  /** The action's button, or its form. */
  children: ReactNode;
};

/**
 * A bar with the number of chosen rows and the action on them. After the action, the bar shows the result.
 */
export function ChoiceBar<Row>({ choice, run, doneWords, children }: ChoiceBarProps<Row>) {
  const t = useTranslations("list");
  const isRunning = run?.isRunning ?? false;
  if (!run && !choice.chosen.length) return null;
  return (
    <section className={css.bar} aria-label={t("chosenRows")} aria-busy={isRunning}>
      {run ? <Outcome run={run} nameOf={choice.nameOf} doneWords={doneWords} /> : null}
      {choice.chosen.length && !isRunning ? (
        <>
          <Group gap="xs">
            <strong>{t("chosen", { count: choice.chosen.length })}</strong>
            <Button variant="subtle" size="compact-sm" onClick={choice.chooseAll}>
              {t("chooseAll")}
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={choice.clear}>
              {t("chooseNone")}
            </Button>
          </Group>
          {children}
        </>
      ) : null}
    </section>
  );
}

type OutcomeProps<Row> = {
  run: Run<Row>;
  nameOf: (row: Row) => string;
  doneWords: (count: number) => string;
};

function Outcome<Row>({ run, nameOf, doneWords }: OutcomeProps<Row>) {
  const t = useTranslations("list");
  const wordsOf = useRefusalWords();
  const { done, of, isRunning, failed } = run;
  const tried = done + failed.length;
  if (isRunning) return <Notice tone="plain">{t("working", { done: tried, all: of })}</Notice>;
  return (
    <>
      {done ? <Notice tone="good">{doneWords(done)}</Notice> : null}
      {failed.length ? (
        <Notice tone="bad">
          {failed.map(({ row, failure }) => {
            const { what, advice } = wordsOf(failure);
            return (
              <p key={nameOf(row)}>
                <strong>
                  <bdi>{nameOf(row)}</bdi>
                </strong>
                : <bdi>{what}</bdi> {advice}
              </p>
            );
          })}
          {tried < of ? <p>{t("notTried", { count: of - tried })}</p> : null}
        </Notice>
      ) : null}
    </>
  );
}
