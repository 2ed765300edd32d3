"use client";
import type { ReactNode } from "react";
import { failureOf } from "../../rpc/failure.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";

/** For the query behind a form: it begins with what is so now, and nothing changes it meanwhile. */
export const anew = { staleTime: 0, refetchOnWindowFocus: false } as const;

type ThingPageProps = {
  title: string;
  /** Left out for a new thing, which nothing has to be read for. */
  query?: { readonly isFetchedAfterMount: boolean; readonly error: unknown };
  /** Where the others are, for whom this one is not there. */
  list?: string;
  children: ReactNode;
};

/** One thing of the catalogue, at an address of its own. */
export function ThingPage({ title, query, list = "/catalogue", children }: ThingPageProps) {
  return (
    <div style={{ maxWidth: 720 }}>
      <PageTitle title={<bdi>{title}</bdi>} />
      {query?.error ? <RefusedPage of={failureOf(query.error)} list={list} words="list" /> : null}
      {query && !query.isFetchedAfterMount ? <Skeletons count={4} height={96} /> : children}
    </div>
  );
}
