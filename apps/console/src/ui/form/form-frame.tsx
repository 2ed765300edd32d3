"use client";
import { Button, Stack } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import { Refusal } from "../refusal.tsx";
import css from "./form.module.css";
import { Form } from "./form.tsx";
import { Submit } from "./submit.tsx";
import { useUnsaved } from "./unsaved.ts";
import { useFocusWrong } from "./use-focus-wrong.ts";

type FormFrameProps = {
  submit: string;
  isBusy: boolean;
  failed: Failed | null;
  /** Whether a field of the form shows the error. */
  isShownAtField: boolean;
  backHref: string;
  isChanged: boolean;
  onSubmit: () => void;
  children: ReactNode;
};

/** A form on its own page. After a refusal the first field with an error gets the focus. */
export function FormFrame(props: FormFrameProps) {
  const { failed, isBusy, isShownAtField, backHref } = props;
  const t = useTranslations("form");
  useUnsaved(props.isChanged);
  const ref = useFocusWrong(failed);
  return (
    <Form
      ref={ref}
      onSubmit={() => {
        if (!isBusy) props.onSubmit();
      }}
    >
      <Stack>
        {props.children}
        {failed && !isShownAtField ? <Refusal failed={failed} /> : null}
        <div className={css.bar}>
          <Submit loading={isBusy}>{props.submit}</Submit>
          <Button component={Link} href={backHref} variant="default">
            {t("back")}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
