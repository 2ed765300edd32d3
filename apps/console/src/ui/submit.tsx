"use client";
import { Button } from "@mantine/core";
import { type ComponentProps, useSyncExternalStore } from "react";

const nothing = () => () => {};

/** Whether the script has come: before that a browser would send the form by itself, and lose it. */
function useIsReady(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
}

/** The button that sends a form, which nobody can do before the form can take it. */
export function Submit({ disabled = false, ...rest }: ComponentProps<typeof Button<"button">>) {
  const isReady = useIsReady();
  return <Button type="submit" disabled={disabled || !isReady} {...rest} />;
}
