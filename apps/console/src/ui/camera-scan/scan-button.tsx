"use client";
import { ActionIcon } from "@mantine/core";
import { IconCamera } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { CameraScan } from "./camera-scan.tsx";

/** A button beside a field for codes: fills it by the camera. */
export function ScanButton({ onCode }: { onCode: (code: string) => void }) {
  const t = useTranslations("cameraScan");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t("open")}
        title={t("open")}
        onClick={() => setOpen(true)}
      >
        <IconCamera size={20} aria-hidden />
      </ActionIcon>
      {isOpen ? (
        <CameraScan
          onClose={() => setOpen(false)}
          onCode={(code) => {
            setOpen(false);
            onCode(code);
          }}
        />
      ) : null}
    </>
  );
}
