"use client";
import { Button, Group } from "@mantine/core";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import css from "./leave-question.module.css";
import { type Asked, showQuestionsBy } from "./unsaved.ts";

/** Asks a person who is about to leave a page with unsaved changes. Esc stays. */
export function LeaveQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => showQuestionsBy(setAsked), []);
  if (!asked) return null;
  return (
    <Question
      text={asked.text}
      onAnswer={(isLeaving) => {
        setAsked(null);
        asked.onAnswer(isLeaving);
      }}
    />
  );
}

type QuestionProps = { text: string; onAnswer: (isLeaving: boolean) => void };

function Question({ text, onAnswer }: QuestionProps) {
  const t = useTranslations("form");
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // gives the focus back to the element that had it before
    return () => dialog?.close();
  }, []);
  // a panel behind the question must not take Esc as its own
  const own = { "data-mantine-stop-propagation": true };
  return (
    <dialog
      ref={ref}
      className={css.question}
      aria-label={text}
      {...own}
      // the till finds open dialogs by this attribute
      {...{ role: "dialog" }}
      onCancel={(event) => event.preventDefault()}
      // opens the dialog again, because browsers close it on a second Esc in any case
      onClose={() => ref.current?.showModal()}
      onKeyDownCapture={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") onAnswer(false);
      }}
    >
      <p>{text}</p>
      <Group gap="sm">
        <Button variant="default" autoFocus {...own} onClick={() => onAnswer(false)}>
          {t("stay")}
        </Button>
        <Button color="red.8" {...own} onClick={() => onAnswer(true)}>
          {t("leaveNow")}
        </Button>
      </Group>
    </dialog>
  );
}
