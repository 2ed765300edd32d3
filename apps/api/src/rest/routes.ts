import { appRouter, listProcedures, type Method, type OperationMeta } from "@stampbook/router";

/** A documented path and the procedure behind it. */
export type Route = {
  readonly path: string;
  readonly methods: readonly Method[];
  readonly as: "json" | "page";
  readonly procedure: string;
  readonly type: "query" | "mutation" | "subscription";
  readonly meta: OperationMeta;
};

/** The routes that the router declares for REST. */
export function restRoutes(): Route[] {
  return listProcedures(appRouter).flatMap(({ name, type, meta }) => {
    if (!meta.rest) return [];
    const { path, methods = ["POST"], as = "json" } = meta.rest;
    return [{ path, methods, as, procedure: name, type, meta }];
  });
}
