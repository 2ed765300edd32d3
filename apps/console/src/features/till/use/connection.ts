"use client";
import { useEffect } from "react";
import { useApi } from "../../../rpc/use-api.ts";
import { onLockChange } from "../../shared-device/locked.ts";
import { beginSession, findConnection, loseConnection } from "../state/inbox.ts";
import type { Act, Till } from "../state/types.ts";

/** How often the service is tried while it does not answer. */
const AGAIN_MS = 3_000;

/**
 * Notes when the connection is lost and when it is back, and when somebody has signed in again. Tests the
 * connection with a read, and never sends a confirmation.
 */
export function useConnection(connection: Till["connection"], act: Act) {
  const api = useApi();
  useEffect(() => {
    const lose = () => act(loseConnection);
    if (!navigator.onLine) lose();
    window.addEventListener("offline", lose);
    return () => window.removeEventListener("offline", lose);
  }, [act]);

  useEffect(
    () =>
      onLockChange((isOn) => {
        if (!isOn) act(beginSession);
      }),
    [act],
  );

  useEffect(() => {
    if (connection !== "lost") return;
    const ask = async () => {
      if (!navigator.onLine) return;
      await api.diagnostics.ping.query().then(
        () => act(findConnection),
        () => undefined,
      );
    };
    const timer = setInterval(() => void ask(), AGAIN_MS);
    const askNow = () => void ask();
    window.addEventListener("online", askNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", askNow);
    };
  }, [connection, api, act]);
}
