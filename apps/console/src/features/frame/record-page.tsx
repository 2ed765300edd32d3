import type { ComponentProps, ReactNode } from "react";
import { PageWords } from "../../messages/page-words.tsx";
import { type RecordKind, readName } from "../../rpc/records.ts";
import { Missing } from "./nothing-here.tsx";

type OfPage = { params: Promise<{ id: string }> };

/**
 * Makes the page of a record by its id, with the texts of `place`. It answers 404 if this merchant has no
 * such record.
 */
export function recordPage(
  kind: RecordKind,
  place: ComponentProps<typeof PageWords>["of"],
  show: (id: number) => ReactNode,
) {
  return async function RecordPage({ params }: OfPage) {
    const { id } = await params;
    return (await readName(kind, id)) === "missing" ? (
      <Missing kind={kind} />
    ) : (
      <PageWords of={place}>{show(Number(id))}</PageWords>
    );
  };
}
