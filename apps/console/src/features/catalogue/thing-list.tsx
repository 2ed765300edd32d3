"use client";
import { Button, Group } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { failureOf } from "../../rpc/failure.ts";
import { Empty } from "../../ui/empty.tsx";
import { More } from "../../ui/more.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { CatalogueTabs } from "./catalogue-tabs.tsx";

export type Column<Row> = {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
};

/** What a panel beside the list is given. */
export type PanelProps = { id: number; onClose: () => void; onStep: (step: number) => void };

type Pages<Row> = {
  readonly data: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

type ThingListProps<Row> = {
  list: Pages<Row>;
  titleOf: (row: Row) => string;
  /** What stands small beneath the title. */
  hintOf?: (row: Row) => string;
  titleHead: string;
  columns: readonly Column<Row>[];
  filters?: ReactNode;
  isFiltered?: boolean;
  csv?: ReactNode;
  /** Where a new one is made, for those who may. */
  add: { readonly href: string; readonly text: string } | null;
  empty: { readonly icon: ReactNode; readonly title: string; readonly advice: string };
  panel: (props: PanelProps) => ReactNode;
};

/** One kind of thing of the catalogue; a row opens it beside the list. */
export function ThingList<Row extends { readonly id: number }>(props: ThingListProps<Row>) {
  const { list, titleOf, hintOf, titleHead, columns, add, empty, panel } = props;
  const t = useTranslations("catalogue");
  const { get, hrefWith, push, replace } = useAddress();
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const open = Number(get("open")) || null;
  const addButton = add ? (
    <Button component={Link} href={add.href} leftSection={<IconPlus size={18} aria-hidden />}>
      {add.text}
    </Button>
  ) : null;

  function step(by: number) {
    const next = rows[rows.findIndex(({ id }) => id === open) + by];
    if (next) replace({ open: next.id });
  }

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
      {list.error ? <Refusal of={failureOf(list.error)} /> : null}
      {list.isLoading ? <Skeletons count={8} /> : null}
      {list.data && !rows.length ? (
        <Empty icon={empty.icon} title={props.isFiltered ? t("noMatch") : empty.title}>
          {props.isFiltered ? t("noMatchAdvice") : empty.advice}
        </Empty>
      ) : null}
      {rows.length ? (
        <div className={css.tableBox}>
          <table className={`${css.table} ${css.folds}`}>
            <thead>
              <tr>
                <th scope="col">{titleHead}</th>
                {columns.map(({ head }) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr
                  key={row.id}
                  data-href
                  data-open={row.id === open}
                  onClick={({ target }) => {
                    if (!(target instanceof Element && target.closest("a"))) push({ open: row.id });
                  }}
                >
                  <td>
                    <Link className={css.link} href={hrefWith({ open: row.id })} scroll={false}>
                      <bdi>{titleOf(row)}</bdi>
                    </Link>
                    {hintOf ? (
                      <div className={`${css.quiet} ${css.small}`}>
                        <bdi>{hintOf(row)}</bdi>
                      </div>
                    ) : null}
                  </td>
                  {columns.map(({ head, cell }) => (
                    <td key={head}>{cell(row)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <More {...list} />
      {open === null
        ? null
        : panel({ id: open, onClose: () => replace({ open: null }), onStep: step })}
    </>
  );
}
