"use client";
import type { ComponentProps, MouseEvent } from "react";

type PlainButtonProps = ComponentProps<"button"> & { "data-loading"?: boolean };

const ignore = (event: MouseEvent) => event.preventDefault();

/**
 * The button beneath all buttons. While it works it takes no press, but keeps the focus, which a browser
 * takes from what is disabled: Enter and Escape must go on working once it is done.
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
