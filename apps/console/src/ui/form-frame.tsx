"use client";
import { Button, Group, Stack } from "@mantine/core";
import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../rpc/failure.ts";
import { Refusal } from "./refusal.tsx";
import { Submit } from "./submit.tsx";

type FormFrameProps = {
  submit: string;
  isBusy: boolean;
  failed: Failed | null;
  /** Whether a field of the form shows what is wrong. */
  isShownAtField: boolean;
  backHref: string;
  onSubmit: () => void;
  children: ReactNode;
};

/** A form on a page of its own. After a refusal the first field that it speaks of has the focus. */
export function FormFrame(props: FormFrameProps) {
  const { failed, isBusy, isShownAtField, backHref } = props;
  const t = useTranslations("form");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failed) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failed]);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) props.onSubmit();
      }}
    >
      <Stack>
        {props.children}
        {failed && !isShownAtField ? <Refusal of={failed} /> : null}
        <Group>
          <Submit loading={isBusy}>{props.submit}</Submit>
          <Button component={Link} href={backHref} variant="default">
            {t("back")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
