"use client";
import type { ReactNode } from "react";
import { failureOf } from "../../rpc/failure.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";

/** For the query behind a form: it begins with what is so now, and nothing changes it meanwhile. */
export const anew = { staleTime: 0, refetchOnWindowFocus: false } as const;

type ThingPageProps = {
  title: string;
  /** Left out for a new thing, which nothing has to be read for. */
  query?: { readonly isFetchedAfterMount: boolean; readonly error: unknown };
  children: ReactNode;
};

/** One thing of the catalogue, at an address of its own. */
export function ThingPage({ title, query, children }: ThingPageProps) {
  return (
    <div style={{ maxWidth: 720 }}>
      <PageTitle title={<bdi>{title}</bdi>} />
      {query?.error ? <Refusal of={failureOf(query.error)} /> : null}
      {query && !query.isFetchedAfterMount ? <Skeletons count={4} height={96} /> : children}
    </div>
  );
}
