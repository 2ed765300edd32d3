"use client";
import { ActionIcon, Drawer, Group } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { leaveBy } from "../form/unsaved.ts";
import { type Hold, PanelHold } from "../panel-hold.ts";
import { useKeys } from "../use-keys.ts";

type SidePanelProps = {
  title: ReactNode;
  onClose: () => void;
  /** Opens another row of the list: 1 for the next, -1 for the previous. */
  onStep: (step: number) => void;
  hasPrevious: boolean;
  hasNext: boolean;
  children: ReactNode;
};

/**
 * After the panel closes, the focus returns to the row that it showed, else to the element that had the focus
 * before.
 */
function useReturn() {
  const [from] = useState(() => document.activeElement);
  const link = useRef<Element | null>(null);
  useEffect(() => {
    link.current = document.querySelector('tr[data-open="true"] a') ?? link.current;
  });
  useEffect(
    () => () => {
      const back = link.current?.isConnected ? link.current : from;
      if (back instanceof HTMLElement) back.focus();
    },
    [from],
  );
}

/**
 * A panel beside a list, which shows one row of the list. Esc closes the panel, and the arrow keys show the
 * next or previous row. A component inside can hold the panel (`useHoldPanel`), which prevents both.
 */
export function SidePanel({ title, onClose, onStep, children, ...list }: SidePanelProps) {
  const t = useTranslations("list");
  useReturn();
  const [holds, setHolds] = useState<readonly { readonly hold: Hold }[]>([]);
  const take = useCallback((hold: Hold) => {
    const one = { hold };
    setHolds((now) => [...now, one]);
    return () => setHolds((now) => now.filter((other) => other !== one));
  }, []);
  const isHeld = holds.length > 0;
  const isShut = holds.some(({ hold }) => hold === "all");
  const step = (count: number) => () => {
    if (!isHeld) leaveBy(() => onStep(count));
  };
  useKeys({ ArrowDown: step(1), ArrowUp: step(-1) });
  return (
    <Drawer
      opened
      onClose={() => leaveBy(onClose)}
      position="right"
      size={520}
      title={
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <span>{title}</span>
          {isShut || !(list.hasPrevious || list.hasNext) ? null : (
            <ActionIcon.Group>
              <Step name="previous" isThere={list.hasPrevious} onStep={step(-1)} />
              <Step name="next" isThere={list.hasNext} onStep={step(1)} />
            </ActionIcon.Group>
          )}
        </Group>
      }
      closeOnEscape={!isHeld}
      closeOnClickOutside={!isShut}
      withCloseButton={!isShut}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <PanelHold value={take}>{children}</PanelHold>
    </Drawer>
  );
}

type StepProps = { name: "previous" | "next"; isThere: boolean; onStep: () => void };

/** A button that shows the previous or the next row of the list. */
function Step({ name, isThere, onStep }: StepProps) {
  const t = useTranslations("list");
  const Icon = name === "previous" ? IconChevronUp : IconChevronDown;
  return (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={t(name)}
      title={t(name)}
      disabled={!isThere}
      onClick={onStep}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
