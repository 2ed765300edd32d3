import {
  appRouter,
  hasRequired,
  type ListedProcedure,
  listProcedures,
  type Method,
  type OperationMeta,
} from "@stampbook/router";
import { type BodySize, sizeFor } from "./body.ts";

/** A documented path and the procedure behind it. */
export type Route = {
  readonly path: string;
  readonly methods: readonly Method[];
  readonly as: "json" | "page";
  readonly procedure: string;
  readonly meta: OperationMeta;
  readonly call: ListedProcedure["call"];
  /** The size of a body that the operation takes. */
  readonly size: BodySize;
  /** Whether sent input has every parameter that the operation requires. */
  readonly hasRequired: (sent: object) => boolean;
};

/** The routes that the router declares for REST. */
export function restRoutes(): Route[] {
  return listProcedures(appRouter).flatMap((procedure) => {
    const { name, meta, call } = procedure;
    if (!meta.rest) return [];
    const { path, methods = ["POST"], as = "json" } = meta.rest;
    return [
      {
        path,
        methods,
        as,
        procedure: name,
        meta,
        call,
        size: sizeFor([meta]),
        hasRequired: (sent) => hasRequired(procedure, sent),
      },
    ];
  });
}
