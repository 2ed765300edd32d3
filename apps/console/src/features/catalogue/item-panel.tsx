"use client";
import { Button, Group, Stack } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { failureOf } from "../../rpc/failure.ts";
import { SidePanel } from "../../ui/list/side-panel.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import type { PanelProps } from "./item-list.tsx";

type ItemPanelProps = PanelProps & {
  title: string;
  query: { readonly data: unknown; readonly error: unknown };
  actions: ReactNode;
  children: ReactNode;
};

/** An item beside its list: its actions, then its settings. */
export function ItemPanel({ title, query, actions, children, ...panel }: ItemPanelProps) {
  return (
    <SidePanel title={<bdi>{title}</bdi>} onClose={panel.onClose} onStep={panel.onStep}>
      {query.error ? <Refusal of={failureOf(query.error)} /> : null}
      {query.data || query.error ? null : <Skeletons count={3} height={72} />}
      {query.data ? (
        <Stack gap="sm">
          <Group gap="sm">{actions}</Group>
          {children}
        </Stack>
      ) : null}
    </SidePanel>
  );
}

export function EditLink({ href }: { href: string }) {
  const t = useTranslations("catalogue");
  return (
    <Button
      component={Link}
      href={href}
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
    >
      {t("edit")}
    </Button>
  );
}
