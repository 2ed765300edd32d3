"use client";
import { useEffect } from "react";
import { failureOf } from "../../../rpc/failure.ts";
import { useApi } from "../../../rpc/use-api.ts";
import { loseConnection } from "../state/inbox.ts";
import { doneOf } from "../state/record.ts";
import { awaitOutcome, finish, refuseChecked, reopen } from "../state/steps.ts";
import type { Act, Till } from "../state/types.ts";

/** How often the service is asked about a visit that it is still writing. */
const AGAIN_MS = 1_000;

/** Reads the outcome of a confirmation whose answer was lost. It changes nothing. */
export function useOutcome({ now, connection }: Till, act: Act): void {
  const api = useApi();
  const key = now.step === "checking" ? now.visit.key : null;
  const isLost = connection === "lost";
  useEffect(() => {
    if (key === null || isLost) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (change: (till: Till) => Till) => {
      if (!isOver) act(change);
    };
    const ask = async () => {
      try {
        const { state, visit } = await api.staff.visits.outcome.query({ key });
        if (visit) return tell((till) => finish(till, doneOf(visit)));
        if (state === "unknown") return tell(reopen);
        tell(awaitOutcome);
        timer = setTimeout(() => void ask(), AGAIN_MS);
      } catch (error) {
        const failed = failureOf(error);
        tell(
          failed.code === "unreachable" ? loseConnection : (till) => refuseChecked(till, failed),
        );
      }
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key, isLost, api, act]);
}
