"use client";
import type { Icon } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import { failureOf } from "../../rpc/failure.ts";
import { Empty } from "../empty.tsx";
import { Refusal } from "../refusal.tsx";
import { Skeletons } from "../skeletons.tsx";
import css from "../ui.module.css";
import { ChoiceCell } from "./choosing/choice-cell.tsx";
import type { Choice } from "./choosing/use-choice.ts";
import folds from "./folds.module.css";
import { More } from "./more.tsx";
import { OpeningRow } from "./opening-row.tsx";
import { SortHead } from "./sort.tsx";

/** The query of a list. A query that has no pages leaves out the fields about the next page. */
export type ListQuery = {
  readonly data: unknown;
  readonly error: unknown;
  readonly isPending: boolean;
  /** Whether the rows still belong to the previous filters. */
  readonly isPlaceholderData?: boolean;
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly fetchNextPage?: () => unknown;
};

/** A column of a list; number columns are right-aligned. */
export type Column<Row> = {
  readonly head: string;
  readonly isNumber?: boolean;
  /** Whether a card on a phone shows the head before the value, because the value alone says nothing. */
  readonly isNamed?: boolean;
  /**
   * Whether a press on the column's head switches between newest first and oldest first. The list's query
   * must use `useSort`.
   */
  readonly isSortable?: boolean;
  readonly cell: (row: Row) => ReactNode;
};

type DataListProps<Row> = {
  query: ListQuery;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** The props of a row that opens a page when it is pressed. Left out if rows open nothing. */
  rowProps?: (row: Row) => ComponentProps<typeof OpeningRow>;
  /** Lets people choose rows by a box in the first column. */
  choice?: Choice<Row> | null;
  /** Whether there are no column heads, because the cells explain themselves. */
  isHeadless?: boolean;
  empty: { readonly icon?: Icon; readonly title: string; readonly advice: ReactNode };
  /** The likely number of rows, for the space while they load. */
  skeletons?: number;
  /** Whether the columns need more room than a tablet has. */
  isWide?: boolean;
};

/** A list in one of its states: an error, loading, empty, or its rows, with the next page below. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { query, rows, empty, skeletons = 8 } = props;
  const { data, error, isPending, isPlaceholderData = false, fetchNextPage } = query;
  const { icon: EmptyIcon } = empty;
  return (
    <>
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {isPending ? <Skeletons count={skeletons} /> : null}
      {data && !rows.length ? (
        <Empty
          icon={EmptyIcon ? <EmptyIcon size={40} stroke={1.4} aria-hidden /> : null}
          title={empty.title}
        >
          {empty.advice}
        </Empty>
      ) : null}
      {rows.length ? <Table {...props} isStale={isPlaceholderData} /> : null}
      {fetchNextPage ? (
        <More
          hasNextPage={query.hasNextPage ?? false}
          isFetchingNextPage={query.isFetchingNextPage ?? false}
          fetchNextPage={fetchNextPage}
        />
      ) : null}
    </>
  );
}

function Table<Row>({ isStale, ...props }: DataListProps<Row> & { isStale: boolean }) {
  const { rows, columns, keyOf, rowProps, choice, isHeadless = false, isWide = false } = props;
  const cells = (row: Row) =>
    columns.map(({ head, cell, isNumber, isNamed }, at) => (
      <td
        key={head}
        className={isNumber ? css.number : undefined}
        data-head={isNamed ? head : undefined}
      >
        {choice && at === 0 ? (
          <ChoiceCell choice={choice} row={row}>
            {cell(row)}
          </ChoiceCell>
        ) : (
          cell(row)
        )}
      </td>
    ));
  return (
    <div className={css.tableBox} aria-busy={isStale} data-stale={isStale}>
      <table className={`${css.table} ${isWide ? folds.foldsEarly : folds.folds}`}>
        {isHeadless ? null : (
          <thead>
            <tr>
              {columns.map(({ head, isNumber, isSortable }) =>
                isSortable ? (
                  <SortHead key={head} head={head} />
                ) : (
                  <th key={head} scope="col" className={isNumber ? css.number : undefined}>
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) =>
            rowProps ? (
              <OpeningRow key={keyOf(row)} {...rowProps(row)}>
                {cells(row)}
              </OpeningRow>
            ) : (
              <tr key={keyOf(row)}>{cells(row)}</tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
