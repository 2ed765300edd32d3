"use client";
import type { ComponentProps, ReactNode } from "react";
import { failureOf } from "../../rpc/failure.ts";
import { RefusedPage } from "../refusal.tsx";
import { Skeletons } from "../skeletons.tsx";

type NoRecordProps = Omit<ComponentProps<typeof RefusedPage>, "failed"> & {
  title: ReactNode;
  error: unknown;
};

/** A page without its record: the space that the record will take, or the reason why it cannot be shown. */
export function NoRecord({ title, error, ...ofList }: NoRecordProps) {
  return (
    <>
      {title}
      {error ? (
        <RefusedPage failed={failureOf(error)} {...ofList} />
      ) : (
        <Skeletons count={4} height={72} />
      )}
    </>
  );
}
