import type { ComponentProps, ReactNode } from "react";
import { PageWords } from "../../messages/page-words.tsx";
import { type RecordKind, readName } from "../../rpc/records.ts";
import { Missing } from "./nothing-here.tsx";

type OfPage = { params: Promise<{ id: string }> };

/**
 * Returns the page component of a kind of record, with the texts of `place`. The page answers 404 if this
 * merchant has no record with the id.
 */
export function recordPage(
  kind: RecordKind,
  place: ComponentProps<typeof PageWords>["of"],
  show: (id: number) => ReactNode,
) {
  return async ({ params }: OfPage) => {
    const { id } = await params;
    return (await readName(kind, id)) === "missing" ? (
      <Missing kind={kind} />
    ) : (
      <PageWords of={place}>{show(Number(id))}</PageWords>
    );
  };
}
