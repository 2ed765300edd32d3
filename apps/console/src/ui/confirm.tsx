"use client";
import { Button, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../rpc/failure.ts";
import { Notice } from "./notice.tsx";
import { Refusal } from "./refusal.tsx";

type ConfirmProps = {
  /** What is done, on both buttons. */
  submit: string;
  /** What comes of it. */
  children: ReactNode;
  isBusy: boolean;
  failed: Failed | null;
  onConfirm: () => void;
};

/** Something that cannot be taken back: said once more in its place before it is done. */
export function Confirm({ submit, children, isBusy, failed, onConfirm }: ConfirmProps) {
  const t = useTranslations("confirm");
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button variant="default" onClick={() => setAsking(true)}>
        {submit}
      </Button>
    );
  return (
    <Notice tone="warn">
      <p>{children}</p>
      {failed ? <Refusal of={failed} /> : null}
      <Group mt="sm">
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
