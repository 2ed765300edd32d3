import {
  appRouter,
  type ListedProcedure,
  listProcedures,
  type Method,
  type OperationMeta,
} from "@stampbook/router";

/** A documented path and the procedure behind it. */
export type Route = {
  readonly path: string;
  readonly methods: readonly Method[];
  readonly as: "json" | "page";
  readonly procedure: string;
  readonly meta: OperationMeta;
  readonly call: ListedProcedure["call"];
};

/** The routes that the router declares for REST. */
export function restRoutes(): Route[] {
  return listProcedures(appRouter).flatMap(({ name, meta, call }) => {
    if (!meta.rest) return [];
    const { path, methods = ["POST"], as = "json" } = meta.rest;
    return [{ path, methods, as, procedure: name, meta, call }];
  });
}
