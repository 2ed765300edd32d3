"use client";
import type { ComponentProps, MouseEvent } from "react";

type PlainButtonProps = ComponentProps<"button"> & { "data-loading"?: boolean };

const ignore = (event: MouseEvent) => event.preventDefault();

/**
 * The base of all buttons. While it works it ignores presses but keeps the focus, which a browser takes
 * from disabled elements: Enter and Escape must still work afterwards.
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
