"use client";
import { Button, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../rpc/failure.ts";
import { Notice } from "./notice.tsx";
import { useHoldPanel } from "./panel-hold.ts";
import { Refusal } from "./refusal.tsx";

type ConfirmProps = {
  /** What is done, on both buttons. */
  submit: string;
  /** What the first button says, where few words have room. */
  ask?: string;
  /** What comes of it. */
  children: ReactNode;
  isBusy: boolean;
  failed: Failed | null;
  /** What was seen then is what is meant. */
  onAsk?: () => void;
  onConfirm: () => void;
};

/** Something that cannot be taken back: said once more in its place before it is done. */
export function Confirm({ submit, ask, children, isBusy, failed, onAsk, onConfirm }: ConfirmProps) {
  const t = useTranslations("confirm");
  const [isAsking, setAsking] = useState<boolean | null>(null);
  useHoldPanel(isAsking ? "keys" : null);
  if (!isAsking)
    return (
      // who keeps it goes on from where the question was asked
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
      <p>{children}</p>
      {failed ? <Refusal of={failed} /> : null}
      <Group mt="sm" onKeyDown={({ key }) => key === "Escape" && setAsking(false)}>
        <Button color="red.8" loading={isBusy} onClick={onConfirm} autoFocus>
          {submit}
        </Button>
        <Button variant="default" onClick={() => setAsking(false)}>
          {t("keep")}
        </Button>
      </Group>
    </Notice>
  );
}
