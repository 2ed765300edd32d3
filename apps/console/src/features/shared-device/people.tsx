"use client";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import css from "./cover.module.css";
import type { SharedDevice } from "./device-calls.ts";
import { PinStep } from "./pin-step.tsx";

type PeopleProps = {
  device: SharedDevice;
  /** Called once a PIN has opened a session. */
  onOpen: () => void;
  /** Asks for the password instead. */
  onPassword: () => void;
};

/** Asks who works now: a list of names, then the PIN of the chosen person. */
export function People({ device, onOpen, onPassword }: PeopleProps) {
  const t = useTranslations("sharedDevice");
  const [chosen, setChosen] = useState<string | null>(null);
  const { people } = device;
  const person = people.find(({ userId }) => userId === chosen);
  if (person) return <PinStep {...{ person, onOpen, onPassword }} onBack={() => setChosen(null)} />;
  return (
    <>
      <p className={css.place}>
        <bdi>{device.merchantName}</bdi> · <bdi>{device.storeName}</bdi>
      </p>
      {people.length ? (
        <ul className={css.people}>
          {people.map(({ userId, name, needsSignIn }, index) => (
            <li key={userId}>
              <Button
                size="lg"
                variant="default"
                fullWidth
                autoFocus={index === 0}
                onClick={() => setChosen(userId)}
              >
                <bdi>{name}</bdi>
                {needsSignIn ? <span className={css.quiet}>{t("needsPassword")}</span> : null}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.place}>{t("nobody")}</p>
      )}
      <Button size="md" variant="subtle" onClick={onPassword}>
        {t("usePassword")}
      </Button>
    </>
  );
}
