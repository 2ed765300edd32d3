"use client";
import { useAddress } from "../use-address.ts";

type Id = string | number;

/**
 * Returns the id of the row that is open beside the list, and props for the list and its panel. The address
 * has the id, so that a link to the open row can be shared.
 */
export function useOpened<Row>(rows: readonly Row[], idOf: (row: Row) => Id) {
  const { get, hrefWith, replace } = useAddress();
  const open = get("open");
  const isOpen = (row: Row) => String(idOf(row)) === open;
  const at = rows.findIndex(isOpen);
  return {
    /** The id in the address; empty if nothing is open. */
    open,
    /** The props of an `OpeningRow`. */
    rowProps: (row: Row) => ({
      href: hrefWith({ open: idOf(row) }),
      isOpen: isOpen(row),
      scroll: false,
    }),
    /** The props of the link in an `OpeningRow`. */
    linkProps: (row: Row) => ({ href: hrefWith({ open: idOf(row) }), scroll: false }),
    /** The props of a `SidePanel`. */
    panelProps: {
      onClose: () => replace({ open: null }),
      /** Opens another row of the list: 1 for the next, -1 for the previous. */
      onStep: (step: number) => {
        const next = rows[at + step];
        if (next !== undefined) replace({ open: idOf(next) });
      },
      /** Whether the list has a row before the open one, and after it. */
      hasPrevious: at > 0,
      hasNext: at >= 0 && at < rows.length - 1,
    },
  };
}

/** The props of a panel beside a list. */
export type PanelProps = ReturnType<typeof useOpened>["panelProps"];
