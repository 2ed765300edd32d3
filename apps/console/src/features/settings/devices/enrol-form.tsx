"use client";
import { NativeSelect, PasswordInput, Text, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { Form } from "../../../ui/form/form.tsx";
import { Submit } from "../../../ui/form/submit.tsx";
import { useUnsaved } from "../../../ui/form/unsaved.ts";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { Notice } from "../../../ui/notice.tsx";
import { AuthProblem } from "../../session/auth-problem.tsx";
import { useDesk } from "../../session/desk.tsx";
import { useSharedDevice } from "../../shared-device/device-calls.ts";
import css from "../settings.module.css";
import { Unplaced } from "../unplaced.tsx";
import { useEnrol } from "./use-enrol.ts";

/** Asks for the password, and enrolls this browser as a shared device of a store. */
export function EnrolForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations("devices");
  const account = useTranslations("account");
  const signIn = useTranslations("signIn");
  const { stores, store } = useDesk();
  const [name, setName] = useState("");
  const [storeId, setStoreId] = useState(store?.id ?? 0);
  const [password, setPassword] = useState("");
  const { enrol, refresh, failed, problem, isBusy } = useEnrol();
  const wrong = useFieldWords(failed);
  const form = useFocusWrong(failed);
  const { data: here } = useSharedDevice();
  useUnsaved(name !== "");

  async function submit() {
    if (!(await enrol({ name, storeId, password }))) return;
    setName("");
    await refresh();
    onDone();
  }

  return (
    <Form ref={form} className={css.form} method="post" onSubmit={() => void submit()}>
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
        error={wrong("name")}
        maxLength={mostOf.name}
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
      />
      <NativeSelect
        label={t("store")}
        value={String(storeId)}
        onChange={({ currentTarget }) => setStoreId(Number(currentTarget.value))}
        error={wrong("storeId")}
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
      <Unplaced failed={failed} fields={["name", "storeId"]} />
      <Submit loading={isBusy}>{t("add")}</Submit>
    </Form>
  );
}
