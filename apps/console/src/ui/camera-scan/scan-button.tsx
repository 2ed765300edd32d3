"use client";
import { IconCamera } from "@tabler/icons-react";
import { type ComponentType, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { PlainButton } from "../plain-button.tsx";
import css from "./camera-scan.module.css";
import type { CameraScanProps } from "./scanner.tsx";

type ScanButtonProps = {
  onCode: (code: string) => void;
  /** Moves the focus once the camera is off. By default the button gets it back. */
  onClosed?: (() => void) | undefined;
};

/**
 * A button beside a field for codes, which reads a code with the camera. The scanner's code is loaded on the
 * first press. If that fails, a message says so, and the page stays as it is.
 */
export function ScanButton({ onCode, onClosed }: ScanButtonProps) {
  const t = useTranslations("cameraScan");
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<"closed" | "loading" | "unloaded" | "open">("closed");
  const [Scanner, setScanner] = useState<ComponentType<CameraScanProps> | null>(null);

  async function open() {
    setState("loading");
    try {
      const part = await import("./scanner.tsx");
      setScanner(() => part.Scanner);
      setState("open");
    } catch {
      setState("unloaded");
    }
  }

  function close() {
    setState("closed");
    if (onClosed) onClosed();
    else button.current?.focus();
  }

  return (
    <span className={css.beside}>
      <PlainButton
        ref={button}
        className={css.open}
        aria-label={t("open")}
        title={t("open")}
        data-loading={state === "loading"}
        onClick={open}
      >
        <IconCamera size={20} aria-hidden />
      </PlainButton>
      {state === "unloaded" ? (
        <span role="alert" className={css.unloaded}>
          {t("unloaded")}
        </span>
      ) : null}
      {state === "open" && Scanner ? (
        <Scanner
          onClose={close}
          onCode={(code) => {
            close();
            onCode(code);
          }}
        />
      ) : null}
    </span>
  );
}
