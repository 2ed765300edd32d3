"use client";
import type { ReactNode } from "react";
import { failureOf } from "../../rpc/failure.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";

type Query = {
  readonly data: unknown;
  readonly isFetchedAfterMount: boolean;
  readonly error: unknown;
};

type ItemPageProps<Read extends Query, Item> = {
  query: Read;
  /** The title while the item loads. */
  kind: string;
  titleOf: (item: Item) => string;
  /** The list to link to if the item does not exist. */
  list: string;
  mayEdit: boolean;
  form: (item: Item) => ReactNode;
  facts: (item: Item) => ReactNode;
};

/** A catalogue item at its own address, editable for people with the right, else read-only. */
export function ItemPage<Read extends Query>(
  props: ItemPageProps<Read, NonNullable<Read["data"]>>,
) {
  const { query, kind, titleOf, list, mayEdit, form, facts } = props;
  const { isFetchedAfterMount, error } = query;
  const item = isFetchedAfterMount ? query.data : null;
  return (
    <NewItemPage title={item == null ? kind : titleOf(item)}>
      {error ? <RefusedPage failed={failureOf(error)} list={list} words="list" /> : null}
      {isFetchedAfterMount ? null : <Skeletons count={4} height={96} />}
      {item == null ? null : mayEdit ? form(item) : facts(item)}
    </NewItemPage>
  );
}

/** A page with a title and a narrow column below, such as the form for a new item. */
export function NewItemPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div style={{ maxWidth: 720 }}>
      <PageTitle title={<bdi>{title}</bdi>} />
      {children}
    </div>
  );
}
