"use client";
import type { ComponentProps, MouseEvent } from "react";

type PlainButtonProps = ComponentProps<"button"> & { "data-loading"?: boolean };

const ignore = (event: MouseEvent) => event.preventDefault();

/**
 * The base of all buttons. While a button's action runs (`data-loading`), the button ignores presses but
 * keeps the focus. A browser removes the focus from disabled elements, but Enter and Escape must still work
 * afterwards.
 */
export function PlainButton({ disabled, onClick, type = "button", ...rest }: PlainButtonProps) {
  const isBusy = rest["data-loading"] === true;
  return (
    <button
      type={type}
      disabled={disabled && !isBusy}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? ignore : onClick}
      {...rest}
    />
  );
}
