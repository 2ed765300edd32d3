"use client";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { failureOf } from "../rpc/failure.ts";
import { Empty } from "./empty.tsx";
import folds from "./folds.module.css";
import { More } from "./more.tsx";
import { Refusal } from "./refusal.tsx";
import { Skeletons } from "./skeletons.tsx";
import css from "./ui.module.css";

/** The query of a list. A list without pages has no next page. */
export type ListQuery = {
  readonly data: unknown;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly fetchNextPage?: () => unknown;
};

/** A column's head; number columns are right-aligned. */
type Head = string | { readonly number: string };

type ListProps<Row> = {
  query: ListQuery;
  rows: readonly Row[];
  /** Left out if the rows need no heads. */
  heads?: readonly Head[];
  empty: { readonly icon?: Icon; readonly title: string; readonly advice: ReactNode };
  /** The likely number of rows. */
  skeletons?: number;
  /** Whether its columns need more room than a tablet has. */
  isWide?: boolean;
  /** One row, with its key. */
  children: (row: Row) => ReactNode;
};

/** A list in one of its states: an error, loading, empty, or its rows. */
export function List<Row>({
  query,
  rows,
  heads,
  empty,
  children,
  skeletons = 8,
  isWide = false,
}: ListProps<Row>) {
  const { data, error, isPending, fetchNextPage } = query;
  const { icon: EmptyIcon } = empty;
  return (
    <>
      {error ? <Refusal of={failureOf(error)} /> : null}
      {isPending ? <Skeletons count={skeletons} /> : null}
      {data && !rows.length ? (
        <Empty
          icon={EmptyIcon ? <EmptyIcon size={40} stroke={1.4} aria-hidden /> : null}
          title={empty.title}
        >
          {empty.advice}
        </Empty>
      ) : null}
      {rows.length ? (
        <div className={css.tableBox}>
          <table className={`${css.table} ${isWide ? folds.foldsEarly : folds.folds}`}>
            {heads ? <Heads of={heads} /> : null}
            <tbody>{rows.map(children)}</tbody>
          </table>
        </div>
      ) : null}
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

function Heads({ of }: { of: readonly Head[] }) {
  return (
    <thead>
      <tr>
        {of.map((head) =>
          typeof head === "string" ? (
            <th key={head} scope="col">
              {head}
            </th>
          ) : (
            <th key={head.number} scope="col" className={css.number}>
              {head.number}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
