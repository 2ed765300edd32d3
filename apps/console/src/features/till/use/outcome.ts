"use client";
import { useEffect } from "react";
import { failureOf, unanswered } from "../../../rpc/failure.ts";
import { onRefusedRead } from "../../../rpc/refused-read.ts";
import { useApi } from "../../../rpc/use-api.ts";
import { endSession, isConnected, loseConnection } from "../state/inbox.ts";
import { doneOf } from "../state/record.ts";
import { awaitOutcome, finish, refuseChecked, reopen } from "../state/steps.ts";
import type { Act, Till } from "../state/types.ts";

/** How often the service is asked about a visit that it is still writing. */
const AGAIN_MS = 1_000;
/** After this many failures in a row, the basket is reopened, and the reason is shown. */
const MOST_FAILURES = 10;

/** Reads the outcome of a confirmation whose answer was lost. Never sends the confirmation again. */
export function useOutcome(till: Till, act: Act): void {
  const { now } = till;
  const api = useApi();
  const key = now.step === "checking" ? now.visit.key : null;
  const isAble = isConnected(till);
  useEffect(() => {
    if (key === null || !isAble) return;
    let isOver = false;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (change: (till: Till) => Till) => {
      if (!isOver) act(change);
    };
    const ask = async () => {
      try {
        const { state, visit } = await api.staff.visits.outcome.query({ key });
        if (visit) return tell((till) => finish(till, doneOf(visit)));
        if (state === "unknown") return tell(reopen);
        failures = 0;
        tell(awaitOutcome);
        timer = setTimeout(() => void ask(), AGAIN_MS);
      } catch (error) {
        onFailure(error);
      }
    };
    const onFailure = (error: unknown) => {
      if (isOver) return;
      const failed = failureOf(error);
      if (failed.code === "unreachable") return act(loseConnection);
      if (failed.code === "signed_out") {
        onRefusedRead(error);
        return act(endSession);
      }
      if (unanswered.has(failed.code) && ++failures < MOST_FAILURES)
        timer = setTimeout(() => void ask(), AGAIN_MS);
      else act((till) => refuseChecked(till, failed));
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key, isAble, api, act]);
}
