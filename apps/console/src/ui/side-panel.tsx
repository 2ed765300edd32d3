"use client";
import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useKeys } from "./use-keys.ts";

type SidePanelProps = {
  title: ReactNode;
  onClose: () => void;
  /** Moves on in the list behind: 1 down, -1 up. */
  onStep: (step: number) => void;
  children: ReactNode;
};

/** An object of a list, beside it. Esc closes, arrows move on. */
export function SidePanel({ title, onClose, onStep, children }: SidePanelProps) {
  const t = useTranslations("list");
  useKeys({ ArrowDown: () => onStep(1), ArrowUp: () => onStep(-1) });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={title}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {children}
    </Drawer>
  );
}
