import type { ReactNode } from "react";
import { type RecordKind, readName } from "../../rpc/records.ts";
import { Missing } from "./nothing-here.tsx";

type OfPage = { params: Promise<{ id: string }> };

/** The page of a record by its id; answered with 404 if this merchant has none. */
export function recordPage(kind: RecordKind, show: (id: number) => ReactNode) {
  return async function RecordPage({ params }: OfPage) {
    const { id } = await params;
    return (await readName(kind, id)) === "missing" ? (
      <Missing kind={kind} />
    ) : (
      show(Number(id))
    );
  };
}
