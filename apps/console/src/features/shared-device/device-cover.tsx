"use client";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { Brand } from "../../ui/brand/brand.tsx";
import { useDesk } from "../session/desk.tsx";
import { SignInForm } from "../sign-in/sign-in.tsx";
import css from "./cover.module.css";
import { CoverDialog } from "./cover-dialog.tsx";
import { type SharedDevice, useSharedDevice } from "./device-calls.ts";
import { onLockChange, setLocked } from "./locked.ts";
import { People } from "./people.tsx";
import { useIdle } from "./use-idle.ts";
import { useLock } from "./use-lock.ts";

const titles = { lock: "locked", switch: "switch", ended: "ended" } as const;

/**
 * After a sign-in in this tab or another one, reads the page again for the person who signed in. Calls
 * `onOpen` once the page shows that person's view. If another person signed in, drops the cached data.
 * Typed input and the basket stay. Returns whether the page is being read.
 */
function useOpening(onOpen: () => void): boolean {
  const router = useRouter();
  const queries = useQueryClient();
  const { id } = useDesk().me.person;
  const [before, setBefore] = useState<string | null>(null);
  const [isOpening, start] = useTransition();
  useEffect(() => {
    if (before === null || isOpening) return;
    setBefore(null);
    void (before === id ? queries.invalidateQueries() : queries.resetQueries());
    onOpen();
  }, [before, isOpening, id, queries, onOpen]);
  useEffect(
    () =>
      onLockChange((isOn) => {
        if (isOn) return;
        setBefore(id);
        start(() => router.refresh());
      }),
    [id, router],
  );
  return before !== null;
}

type DeviceCoverProps = {
  /** Whether the session has ended without a lock. */
  isEnded: boolean;
  onSignedIn: () => void;
};

/** Covers the page while it is locked, while nobody is signed in, or while another person takes over. */
export default function DeviceCover({ isEnded, onSignedIn }: DeviceCoverProps) {
  const t = useTranslations("sharedDevice");
  const { data: device } = useSharedDevice();
  const { email } = useDesk().me.person;
  const { view: asked, setView, isEnding, lock } = useLock();
  const isOpening = useOpening(
    useCallback(() => {
      setView(null);
      onSignedIn();
    }, [setView, onSignedIn]),
  );
  const view = isEnded && asked !== "lock" ? "ended" : asked;
  useIdle((view !== "lock" && view !== "ended" && device?.lockAfterMinutes) || null, lock);

  if (!view) return null;
  const isBack = view === "switch" && !isOpening;
  const back = isBack ? () => setView(null) : undefined;
  return (
    <CoverDialog title={t(titles[view])} onEscape={back}>
      <Brand />
      <h1>{t(titles[view])}</h1>
      {view === "switch" ? null : <p className={css.place}>{t(`${titles[view]}Lead`)}</p>}
      {isEnding || isOpening ? null : (
        <WhoWorks
          device={device ?? null}
          email={view === "ended" ? email : ""}
          onOpen={() => setLocked(false)}
        />
      )}
      {back ? (
        <Button size="md" variant="subtle" onClick={back}>
          {t("back")}
        </Button>
      ) : null}
    </CoverDialog>
  );
}

type WhoWorksProps = { device: SharedDevice | null; email: string; onOpen: () => void };

/** The people of the device, or the sign-in with a password. */
function WhoWorks({ device, email, onOpen }: WhoWorksProps) {
  const t = useTranslations("sharedDevice");
  const [isByPassword, setByPassword] = useState(false);
  if (device && !isByPassword)
    return <People device={device} onOpen={onOpen} onPassword={() => setByPassword(true)} />;
  return (
    <>
      <SignInForm lead={null} email={email} onDone={onOpen} />
      {device ? (
        <Button size="md" variant="default" onClick={() => setByPassword(false)}>
          {t("others")}
        </Button>
      ) : null}
    </>
  );
}
