"use client";
import type { ReactNode } from "react";
import { failureOf } from "../../rpc/failure.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";

/** For the query behind a form, which starts with fresh data that then does not change. */
export const anew = { staleTime: 0, refetchOnWindowFocus: false } as const;

type ItemPageProps = {
  title: string;
  /** Left out for a new item, which needs no query. */
  query?: { readonly isFetchedAfterMount: boolean; readonly error: unknown };
  /** The list to link to if the item does not exist. */
  list?: string;
  children: ReactNode;
};

/** One catalogue item, at its own address. */
export function ItemPage({ title, query, list = "/catalogue", children }: ItemPageProps) {
  return (
    <div style={{ maxWidth: 720 }}>
      <PageTitle title={<bdi>{title}</bdi>} />
      {query?.error ? <RefusedPage of={failureOf(query.error)} list={list} words="list" /> : null}
      {query && !query.isFetchedAfterMount ? <Skeletons count={4} height={96} /> : children}
    </div>
  );
}
