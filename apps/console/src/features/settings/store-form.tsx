"use client";
import { Checkbox, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useFieldWords } from "../../ui/field-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { Submit } from "../../ui/submit.tsx";
import { useDesk } from "../session/desk.tsx";
import { OpeningHours } from "./opening-hours.tsx";
import css from "./settings.module.css";
import { Unplaced } from "./unplaced.tsx";
import { useFocusWrong } from "./use-focus-wrong.ts";

export type StoreSettings = Outputs["staff"]["settings"]["stores"]["list"][number];

const fields = ["code", "name", "timezone", "largestParty"] as const;

type StoreFormProps = { of: StoreSettings | null; onSaved: (id: number) => void };

/** All that is said of a store; null makes a new one. */
export function StoreForm({ of, onSaved }: StoreFormProps) {
  const t = useTranslations("stores");
  const settings = useTranslations("settings");
  const { may, me } = useDesk();
  const utils = trpc.useUtils();
  const router = useRouter();
  const [code, setCode] = useState(of?.code ?? "");
  const [name, setName] = useState(of?.name ?? "");
  const [timezone, setTimezone] = useState(of?.timezone ?? me.merchant.timezone);
  const [isActive, setActive] = useState(of?.isActive ?? true);
  const [party, setParty] = useState(String(of?.largestParty ?? ""));
  const [openingHours, setHours] = useState(of?.openingHours ?? null);
  const options = {
    onSuccess: async ({ id }: { id: number }) => {
      await utils.staff.settings.stores.invalidate();
      // the store switcher comes with the page
      router.refresh();
      onSaved(id);
    },
  };
  const create = trpc.staff.settings.stores.create.useMutation(options);
  const update = trpc.staff.settings.stores.update.useMutation(options);
  const work = of ? update : create;
  const failed = work.error && failureOf(work.error);
  const wrong = useFieldWords(failed);
  const form = useFocusWrong(failed);
  const disabled = !may(`staff.settings.stores.${of ? "update" : "create"}`);

  function save() {
    const largestParty = party.trim() ? Number(party) : null;
    const wanted = { code, name, timezone, isActive, largestParty, openingHours };
    if (of) update.mutate({ ...wanted, id: of.id });
    else create.mutate(wanted);
  }

  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {disabled ? <Notice tone="plain">{settings("readOnly")}</Notice> : null}
      <TextInput
        label={t("name")}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={wrong("name")}
        disabled={disabled}
        data-autofocus
      />
      <TextInput
        label={t("code")}
        description={t("codeHint")}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
        error={wrong("code")}
        disabled={disabled}
      />
      <TextInput
        label={t("zone")}
        description={t("zoneHint")}
        list="zones"
        value={timezone}
        onChange={({ currentTarget }) => setTimezone(currentTarget.value)}
        error={wrong("timezone")}
        disabled={disabled}
      />
      <datalist id="zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <TextInput
        label={t("party")}
        description={t("partyHint")}
        inputMode="numeric"
        value={party}
        onChange={({ currentTarget }) => setParty(currentTarget.value)}
        error={wrong("largestParty")}
        disabled={disabled}
      />
      <Checkbox
        label={t("active")}
        description={t("activeHint")}
        checked={isActive}
        onChange={({ currentTarget }) => setActive(currentTarget.checked)}
        disabled={disabled}
      />
      <OpeningHours value={openingHours} failed={failed} disabled={disabled} onChange={setHours} />
      <Unplaced of={failed} fields={[...fields, "openingHours"]} />
      {work.isSuccess ? <Notice tone="good">{settings("saved")}</Notice> : null}
      {disabled ? null : <Submit loading={work.isPending}>{settings("save")}</Submit>}
    </form>
  );
}
