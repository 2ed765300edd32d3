"use client";
import { Button } from "@mantine/core";
import type { ComponentProps } from "react";
import { useIsReady } from "../early/use-is-ready.ts";

/** A form's submit button, disabled until the page's scripts can handle the form. */
export function Submit({ disabled = false, ...rest }: ComponentProps<typeof Button<"button">>) {
  const isReady = useIsReady();
  return (
    <Button
      type="submit"
      disabled={disabled || !isReady}
      data-early={isReady ? undefined : true}
      {...rest}
    />
  );
}
