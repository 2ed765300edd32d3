"use client";
import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";

/** A button that copies `text`. */
export function Copy({ text }: { text: string }) {
  const t = useTranslations("list");
  const [isDone, setDone] = useState(false);
  const Icon = isDone ? IconCheck : IconCopy;
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setDone(true))}
    >
      <span aria-live="polite">{t(isDone ? "copied" : "copy")}</span>
    </Button>
  );
}
