"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { askAboutMerchant } from "../../../rpc/another-merchant.ts";
import { trpc } from "../../../rpc/client.ts";
import type { Failed } from "../../../rpc/failure.ts";
import { useDesk } from "../../session/desk.tsx";
import { confirmPassword } from "../../session/sign-in-client.ts";
import { useAuthCall } from "../../session/use-auth-call.ts";
import { enrolDevice, sharedDeviceKey } from "../../shared-device/device-calls.ts";
import { checkDeviceName, enrolRefusal } from "./enrol-refusal.ts";

type Entry = {
  readonly name: string;
  readonly storeId: number;
  readonly password: string;
};

/**
 * Returns `enrol`, which confirms the password and enrolls this browser. It returns whether this succeeded. If
 * not, `failed` or `problem` has the reason.
 */
export function useEnrol() {
  const { me } = useDesk();
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  const { call, problem, isBusy, forget } = useAuthCall();
  const [failed, setFailed] = useState<Failed | null>(null);

  async function enrol({ name, storeId, password }: Entry): Promise<boolean> {
    const misfit = checkDeviceName(name);
    setFailed(misfit);
    forget();
    if (misfit || !(await call(() => confirmPassword(password)))) return false;
    const isDone = await call(async () => {
      const outcome = await enrolDevice(me.merchant.id, { storeId, name });
      const refusal = enrolRefusal(outcome);
      setFailed(refusal);
      if (refusal?.code === "another_merchant") askAboutMerchant();
      return outcome.status === 200 ? { data: true, error: null } : { data: null, error: outcome };
    });
    return isDone === true;
  }

  /** Reads the devices again, and the device that this browser is now. */
  async function refresh() {
    await Promise.all([
      utils.staff.settings.devices.invalidate(),
      queries.invalidateQueries({ queryKey: sharedDeviceKey }),
    ]);
  }

  return { enrol, refresh, failed, problem: failed ? null : problem, isBusy };
}
