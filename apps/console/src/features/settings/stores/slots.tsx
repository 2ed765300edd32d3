"use client";
import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Form } from "../../../ui/form/form.tsx";
import { Submit } from "../../../ui/form/submit.tsx";
import { useUnsaved } from "../../../ui/form/unsaved.ts";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { useFields, useForm } from "../../../ui/form/use-form.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useDesk } from "../../session/desk.tsx";
import css from "../settings.module.css";
import { Unplaced } from "../unplaced.tsx";
import { numberOf } from "./number-of.ts";

type Store = Outputs["staff"]["settings"]["stores"]["list"][number];
const lengths = [15, 30, 60] as const;

/** How many guests can arrive at a time. Saved apart from the store, because all bookings are then counted. */
export function Slots({ store }: { store: Pick<Store, "id" | "slotMinutes" | "coversPerSlot"> }) {
  const t = useTranslations("stores");
  const settings = useTranslations("settings");
  const utils = trpc.useUtils();
  const form = useForm(() => ({
    slotMinutes: String(store.slotMinutes ?? ""),
    coversPerSlot: String(store.coversPerSlot ?? ""),
  }));
  const { given, put, isChanged, keep } = form;
  useUnsaved(isChanged);
  const save = trpc.staff.settings.stores.saveSlots.useMutation({
    onSuccess: () => utils.staff.settings.stores.invalidate(),
  });
  const failed = save.error && failureOf(save.error);
  const { text, errorOf } = useFields(form, failed);
  const ref = useFocusWrong(failed);
  const disabled = !useDesk().may("staff.settings.stores.saveSlots");
  function submit() {
    const slotMinutes = lengths.find((length) => String(length) === given.slotMinutes) ?? null;
    const coversPerSlot = slotMinutes && numberOf(given.coversPerSlot);
    save.mutate({ id: store.id, slotMinutes, coversPerSlot }, { onSuccess: keep });
  }

  return (
    <Form ref={ref} className={css.form} onSubmit={() => submit()}>
      <h3 className={css.part}>{t("slots")}</h3>
      <p className={css.words}>{t("slotsHint")}</p>
      <NativeSelect
        label={t("slotMinutes")}
        value={given.slotMinutes}
        error={errorOf("slotMinutes")}
        onChange={({ currentTarget }) => put("slotMinutes", currentTarget.value)}
        data={[
          { value: "", label: t("noSlots") },
          ...lengths.map((minutes) => ({
            value: String(minutes),
            label: t("minutes", { minutes }),
          })),
        ]}
        disabled={disabled}
      />
      {given.slotMinutes ? (
        <TextInput
          label={t("coversPerSlot")}
          description={t("coversPerSlotHint")}
          inputMode="numeric"
          {...text("coversPerSlot")}
          disabled={disabled}
        />
      ) : null}
      <Unplaced failed={failed} fields={["slotMinutes", "coversPerSlot"]} />
      {!isChanged && save.isSuccess ? <Notice tone="good">{settings("saved")}</Notice> : null}
      {disabled ? null : <Submit loading={save.isPending}>{t("saveSlots")}</Submit>}
    </Form>
  );
}
