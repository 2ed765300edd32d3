"use client";
import { Button, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice.tsx";
import { openByPin, type Person, useSharedDevice } from "./device-calls.ts";

const DIGITS = 6;

type Problem = "wrongPin" | "closed" | "gone" | "tooMany" | "away";

function problemOf({ status, code }: Awaited<ReturnType<typeof openByPin>>): Problem | null {
  if (status === 200) return null;
  if (status === 429) return "tooMany";
  if (code === "INVALID_PIN") return "wrongPin";
  if (code === "PIN_BLOCKED") return "closed";
  return status === 403 ? "gone" : "away";
}

type PinStepProps = {
  person: Person;
  onOpen: () => void;
  onBack: () => void;
  onPassword: () => void;
};

/**
 * Asks for a person's PIN, or says why it does not work here. The sixth digit sends the PIN, without Enter.
 */
export function PinStep({ person, onOpen, onBack, onPassword }: PinStepProps) {
  const t = useTranslations("sharedDevice");
  const [pin, setPin] = useState("");
  const [found, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { refetch } = useSharedDevice();
  const problem = person.needsSignIn ? "closed" : found;

  async function enter(typed: string) {
    setBusy(true);
    setProblem(null);
    const problem = problemOf(await openByPin(person.userId, typed));
    if (!problem) return onOpen();
    // after too many wrong PINs, the reloaded device has `needsSignIn` for the person
    if (problem === "wrongPin") await refetch();
    setProblem(problem);
    setPin("");
    setBusy(false);
  }

  return (
    <Stack gap="sm">
      {person.needsSignIn ? null : (
        <TextInput
          label={t.rich("pinOf", { name: person.name, bdi: (text) => <bdi>{text}</bdi> })}
          type="password"
          inputMode="numeric"
          // otherwise a browser would offer to save the PIN as a password
          autoComplete="one-time-code"
          size="lg"
          maxLength={DIGITS}
          value={pin}
          readOnly={isBusy}
          onChange={({ currentTarget }) => {
            const typed = currentTarget.value.replace(/\D/g, "");
            setPin(typed);
            if (typed.length === DIGITS) void enter(typed);
          }}
          autoFocus
        />
      )}
      {problem ? <Notice tone="bad">{t(problem)}</Notice> : null}
      {problem === "closed" ? (
        <Button size="md" autoFocus onClick={onPassword}>
          {t("usePassword")}
        </Button>
      ) : null}
      <Button size="md" variant="default" onClick={onBack}>
        {t("others")}
      </Button>
    </Stack>
  );
}
