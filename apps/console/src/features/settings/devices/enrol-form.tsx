"use client";
import { NativeSelect, PasswordInput, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { Submit } from "../../../ui/form/submit.tsx";
import { useUnsaved } from "../../../ui/form/unsaved.ts";
import { Notice } from "../../../ui/notice.tsx";
import { AuthProblem } from "../../session/auth-problem.tsx";
import { useDesk } from "../../session/desk.tsx";
import { confirmPassword } from "../../session/sign-in-client.ts";
import { useAuthCall } from "../../session/use-auth-call.ts";
import { enrolDevice, sharedDeviceKey, useSharedDevice } from "../../shared-device/device-calls.ts";
import css from "../settings.module.css";

/** Asks for the password, and enrols this browser as a shared device of a store. */
export function EnrolForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations("devices");
  const account = useTranslations("account");
  const signIn = useTranslations("signIn");
  const { me, stores, store } = useDesk();
  const utils = trpc.useUtils();
  const [name, setName] = useState("");
  const [storeId, setStoreId] = useState(store?.id ?? 0);
  const [password, setPassword] = useState("");
  const { call, problem, isBusy } = useAuthCall();
  const queries = useQueryClient();
  const { data: here } = useSharedDevice();
  useUnsaved(name !== "");

  async function enrol() {
    if (!(await call(() => confirmPassword(password)))) return;
    const isDone = await call(async () => {
      const { status, code } = await enrolDevice(me.merchant.id, { storeId, name });
      return status === 200 ? { data: true, error: null } : { data: null, error: { status, code } };
    });
    if (!isDone) return;
    setName("");
    await Promise.all([
      utils.staff.settings.devices.invalidate(),
      queries.invalidateQueries({ queryKey: sharedDeviceKey }),
    ]);
    onDone();
  }

  return (
    <form
      className={css.form}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void enrol();
      }}
    >
      <Text c="dimmed">{t("addLead")}</Text>
      {here ? (
        <Notice tone="plain">
          {t.rich("isHere", { name: here.name, bdi: (text) => <bdi>{text}</bdi> })}
        </Notice>
      ) : null}
      <TextInput
        label={t("name")}
        description={t("nameHint")}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
      />
      <NativeSelect
        label={t("store")}
        value={String(storeId)}
        onChange={({ currentTarget }) => setStoreId(Number(currentTarget.value))}
        data={stores.map(({ id, name: label }) => ({ value: String(id), label }))}
      />
      <PasswordInput
        label={account("askPassword")}
        autoComplete="current-password"
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": signIn("show") }}
      />
      <AuthProblem problem={problem} />
      <Submit loading={isBusy}>{t("add")}</Submit>
    </form>
  );
}
