"use client";
import { Button } from "@mantine/core";
import { IconBell, IconBellOff } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import { ring, setRinging, useIsRinging } from "./ring.ts";

/** Turns the sound of new requests on or off on this device. Turned on, it is heard once. */
export function RingSwitch() {
  const t = useTranslations("requests");
  const isRinging = useIsRinging();
  const Icon = isRinging ? IconBell : IconBellOff;
  return (
    <Button
      variant="subtle"
      size="compact-md"
      flex="none"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => {
        setRinging(!isRinging);
        if (!isRinging) ring();
      }}
    >
      {t(isRinging ? "soundOn" : "soundOff")}
    </Button>
  );
}
