import {
  type DefaultOptions,
  QueryCache,
  QueryClient,
  type QueryObserverOptions,
} from "@tanstack/react-query";
import { httpLink, splitLink } from "@trpc/client";
import { IN_A_BODY } from "./client.ts";
import { merchantHeader } from "./merchant-header.ts";
import { pageRequest } from "./page-request.ts";
import { readForPage } from "./read-for-page.ts";

/**
 * Returns the queries of a page while the server renders it. Components wait for their data, so that the
 * first response shows it. A query that fails or takes too long is rendered as still loading. The browser
 * then repeats the query, and shows the error.
 */
export function pageQueries(defaults: NonNullable<DefaultOptions["queries"]>): QueryClient {
  const gaveUp = new Set<string>();
  const queries = new QueryClient({
    defaultOptions: { queries: { ...defaults, retry: false } },
    queryCache: new QueryCache({
      onError: (_error, query) => {
        gaveUp.add(query.queryHash);
        query.reset();
      },
    }),
  });
  const byDefault = queries.defaultQueryOptions.bind(queries);
  const waiting = (given: QueryObserverOptions) => {
    const options = byDefault(given);
    const isAsked = options.enabled === undefined || options.enabled === true;
    return { ...options, suspense: isAsked && !gaveUp.has(options.queryHash) };
  };
  queries.defaultQueryOptions = waiting as typeof byDefault;
  return queries;
}

/** Returns the tRPC links for `pageQueries`. They send the person's session and the page's merchant. */
export function pageLinks(merchantId: number | null) {
  const { url = "", headers = {} } = pageRequest()?.api ?? {};
  const to = {
    url,
    headers: { ...headers, ...merchantHeader(merchantId) },
    fetch: readForPage,
  } as const;
  return [
    splitLink({
      condition: ({ path }) => IN_A_BODY.test(path),
      true: httpLink({ ...to, methodOverride: "POST" }),
      false: httpLink(to),
    }),
  ];
}
