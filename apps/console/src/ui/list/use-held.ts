"use client";
import { useEffect, useRef, useState } from "react";

/**
 * How long removed rows stay after the last input. Staff then see what happened to a row, and do not press
 * the row that replaces it.
 */
const QUIET_MS = 8_000;
const LOOK_MS = 1_000;

/**
 * Keeps rows in their place while live updates add and remove some. New rows are added at the end. Removed
 * rows stay until nobody has acted on the rows for `QUIET_MS`. A row that has the focus stays longer.
 */
export function useHeld<Row extends { readonly id: number }>(rows: readonly Row[]) {
  const [shown, setShown] = useState(rows);
  const stirredAt = useRef(0);
  const has = (list: readonly Row[], id: number) => list.some((row) => row.id === id);
  const next = [
    ...shown.map((row) => rows.find(({ id }) => id === row.id) ?? row),
    ...rows.filter(({ id }) => !has(shown, id)),
  ];
  if (next.length !== shown.length || next.some((row, index) => row !== shown[index]))
    setShown(next);
  const gone = shown.filter(({ id }) => !has(rows, id)).map(({ id }) => id);
  const goneNow = useRef(gone);
  const stir = () => {
    stirredAt.current = Date.now();
  };

  useEffect(() => {
    goneNow.current = gone;
  });
  const isWaiting = gone.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    stirredAt.current = Date.now();
    const timer = setInterval(() => {
      if (Date.now() - stirredAt.current < QUIET_MS) return;
      const hasFocus = (id: number) =>
        document.getElementById(`held-${id}`)?.contains(document.activeElement) === true;
      setShown((now) => now.filter(({ id }) => !goneNow.current.includes(id) || hasFocus(id)));
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  return {
    shown,
    isGone: (id: number) => gone.includes(id),
    /** Event handlers for the element around the rows. */
    watching: { onPointerMove: stir, onPointerDown: stir, onKeyDown: stir, onBlur: stir },
    idOf: (id: number) => `held-${id}`,
  };
}
