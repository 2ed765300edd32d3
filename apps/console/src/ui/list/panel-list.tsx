"use client";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import css from "../ui.module.css";
import { DataList } from "./data-list.tsx";
import { type PanelProps, useOpened } from "./use-opened.ts";

type ListProps<Row> = Omit<ComponentProps<typeof DataList<Row>>, "keyOf" | "rowProps">;

type PanelListProps<Row> = ListProps<Row> & {
  idOf: (row: Row) => string | number;
  /** The head of the first column, whose link opens the row beside the list. */
  titleHead: string;
  titleOf: (row: Row) => string;
  /** A note after the title. */
  noteOf?: ((row: Row) => ReactNode) | undefined;
  /** Renders the panel of the object with this id, or nothing. */
  panel: (id: string, props: PanelProps) => ReactNode;
};

/**
 * A list whose rows open beside it. The address has the open row's id, so that a link to the open row can be
 * shared.
 */
export function PanelList<Row>(props: PanelListProps<Row>) {
  const { idOf, titleHead, titleOf, noteOf, panel, columns, ...list } = props;
  const { open, rowProps, linkProps, panelProps } = useOpened(list.rows, idOf);
  const titleCell = (row: Row) => (
    <>
      <Link className={css.link} {...linkProps(row)}>
        <bdi>{titleOf(row)}</bdi>
      </Link>{" "}
      {noteOf?.(row)}
    </>
  );
  return (
    <>
      <DataList
        {...list}
        keyOf={idOf}
        rowProps={rowProps}
        columns={[{ head: titleHead, cell: titleCell }, ...columns]}
      />
      {open ? panel(open, panelProps) : null}
    </>
  );
}
