"use client";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

type OpeningRowProps = ComponentProps<"tr"> & {
  /** Where the link in the row leads. */
  href: string;
  /** Whether its object is open beside the list. */
  isOpen?: boolean;
  /** False for what opens beside the list, which stays where it is. */
  scroll?: boolean;
};

/** A row that opens its object wherever it is clicked; links in it lead where they say. */
export function OpeningRow({ href, isOpen, scroll = true, ...rest }: OpeningRowProps) {
  const router = useRouter();
  return (
    <tr
      {...rest}
      data-href
      data-open={isOpen}
      onClick={({ target }) => {
        if (!(target instanceof Element && target.closest("a"))) router.push(href, { scroll });
      }}
    />
  );
}
