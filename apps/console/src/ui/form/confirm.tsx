"use client";
import { Button, Group, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import { Notice } from "../notice.tsx";
import { useHoldPanel } from "../panel-hold.ts";
import { Refusal } from "../refusal.tsx";

type ConfirmProps = {
  /** The action's name, on both buttons. */
  submit: string;
  /** A shorter label for the first button, where there is little room. */
  ask?: string;
  /** A text about the consequences. */
  children: ReactNode;
  /** A choice about the action, above the buttons. */
  choice?: ReactNode;
  isBusy: boolean;
  failed: Failed | null;
  /** Called when the question opens, so that the caller can keep the data that the person saw. */
  onAsk?: () => void;
  onConfirm: () => void;
};

/** A button for an action that cannot be undone. It asks again in place before the action runs. */
export function Confirm({
  submit,
  ask,
  children,
  choice,
  isBusy,
  failed,
  onAsk,
  onConfirm,
}: ConfirmProps) {
  const t = useTranslations("confirm");
  const [isAsking, setAsking] = useState<boolean | null>(null);
  useHoldPanel(isAsking ? "keys" : null);
  if (!isAsking)
    return (
      // on cancel the focus returns to the button that opened the question
      <Button
        variant="default"
        autoFocus={isAsking === false}
        onClick={() => {
          onAsk?.();
          setAsking(true);
        }}
      >
        {ask ?? submit}
      </Button>
    );
  return (
    <Notice tone="warn">
      <Stack gap="sm" onKeyDown={({ key }) => key === "Escape" && setAsking(false)}>
        <p>{children}</p>
        {choice}
        {failed ? <Refusal failed={failed} /> : null}
        <Group>
          <Button color="red.8" loading={isBusy} onClick={onConfirm} autoFocus>
            {submit}
          </Button>
          <Button variant="default" onClick={() => setAsking(false)}>
            {t("keep")}
          </Button>
        </Group>
      </Stack>
    </Notice>
  );
}
