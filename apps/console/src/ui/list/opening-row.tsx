"use client";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

type OpeningRowProps = ComponentProps<"tr"> & {
  /** The address of the row's link. */
  href: string;
  /** Whether the row's object is open beside the list. */
  isOpen?: boolean;
  /** False if the object opens beside the list, so that the list does not scroll. */
  scroll?: boolean;
};

/** A row that opens its object wherever it is clicked, except at links and boxes. */
export function OpeningRow({ href, isOpen, scroll = true, ...rest }: OpeningRowProps) {
  const router = useRouter();
  return (
    <tr
      {...rest}
      data-href
      data-open={isOpen}
      onClick={({ target }) => {
        if (!(target instanceof Element && target.closest("a, input, label")))
          router.push(href, { scroll });
      }}
    />
  );
}
