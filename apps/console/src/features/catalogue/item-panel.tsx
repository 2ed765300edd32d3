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

type Query = { readonly data: unknown; readonly error: unknown };

type ItemPanelProps<Read extends Query, Item> = Omit<PanelProps, "id"> & {
  query: Read;
  /** The title while the item loads. */
  kind: string;
  titleOf: (item: Item) => string;
  /** The address of the item's form. Null if the person may not edit the item. */
  editHref?: string | null;
  actions?: ReactNode;
  children: (item: Item) => ReactNode;
};

/** An item beside its list: its actions, then its settings. */
export function ItemPanel<Read extends Query>(
  props: ItemPanelProps<Read, NonNullable<Read["data"]>>,
) {
  const { query, kind, titleOf, editHref = null, actions, children, ...panel } = props;
  const t = useTranslations("catalogue");
  const { data: item, error } = query;
  return (
    <SidePanel title={<bdi>{item == null ? kind : titleOf(item)}</bdi>} {...panel}>
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {item == null && !error ? <Skeletons count={3} height={72} /> : null}
      {item == null ? null : (
        <Stack gap="sm">
          <Group gap="sm">
            {actions}
            {editHref === null ? null : (
              <Button
                component={Link}
                href={editHref}
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
              >
                {t("edit")}
              </Button>
            )}
          </Group>
          {children(item)}
        </Stack>
      )}
    </SidePanel>
  );
}
