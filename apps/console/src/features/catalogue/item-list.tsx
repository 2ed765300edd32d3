"use client";
import { Button, Group } from "@mantine/core";
import { type Icon, IconPlus } from "@tabler/icons-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { Column, ListQuery } from "../../ui/list/data-list.tsx";
import { type Paged, rowsOf } from "../../ui/list/pages.ts";
import { PanelList } from "../../ui/list/panel-list.tsx";
import type { PanelProps as AnyPanelProps } from "../../ui/list/use-opened.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import css from "../../ui/ui.module.css";
import { CatalogueTabs } from "./catalogue-tabs.tsx";

/** The props of a panel beside the list. */
export type PanelProps = AnyPanelProps & { id: number };

type ItemListProps<Row> = {
  list: ListQuery & Paged<Row>;
  titleOf: (row: Row) => string;
  /** Small text below the title. */
  hintOf?: (row: Row) => string;
  titleHead: string;
  columns: readonly Column<Row>[];
  filters?: ReactNode;
  isFiltered?: boolean;
  csv?: ReactNode;
  /** The link to the form of a new item. Null if the person may not add items. */
  add: { readonly href: string; readonly text: string } | null;
  empty: { readonly icon: Icon; readonly title: string; readonly advice: string };
  panel: (props: PanelProps) => ReactNode;
};

/** A list of one kind of catalogue item; a row opens the item beside it. */
export function ItemList<Row extends { readonly id: number }>(props: ItemListProps<Row>) {
  const { list, titleOf, hintOf, titleHead, columns, add, empty, panel } = props;
  const t = useTranslations("catalogue");
  const addButton = add ? (
    <Button component={Link} href={add.href} leftSection={<IconPlus size={18} aria-hidden />}>
      {add.text}
    </Button>
  ) : null;

  const noteOf = (row: Row) =>
    hintOf ? (
      <div className={`${css.quiet} ${css.small}`}>
        <bdi>{hintOf(row)}</bdi>
      </div>
    ) : null;

  return (
    <>
      <PageTitle title={t("title")}>
        <Group gap="sm">
          {props.csv}
          {addButton}
        </Group>
      </PageTitle>
      <CatalogueTabs />
      {props.filters}
      <PanelList
        query={list}
        rows={rowsOf(list)}
        idOf={({ id }) => id}
        titleHead={titleHead}
        titleOf={titleOf}
        noteOf={noteOf}
        columns={columns}
        empty={
          props.isFiltered ? { ...empty, title: t("noMatch"), advice: t("noMatchAdvice") } : empty
        }
        panel={(id, panelProps) => (Number(id) ? panel({ id: Number(id), ...panelProps }) : null)}
      />
    </>
  );
}
