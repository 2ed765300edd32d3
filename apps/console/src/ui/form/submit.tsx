"use client";
import { Button } from "@mantine/core";
import { type ComponentProps, useSyncExternalStore } from "react";

const nothing = () => () => {};

/** Whether the script has loaded. Before that, the browser would submit the form itself, and the input would be lost. */
function useIsReady(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
}

/** A form's submit button, disabled until the form can handle it. */
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
