"use client";
import { Checkbox, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
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
import { OpeningHours } from "./opening-hours.tsx";

export type StoreSettings = Outputs["staff"]["settings"]["stores"]["list"][number];

const place = ["displayName", "area", "address", "phone", "email"] as const;
const fields = ["code", "name", ...place, "timezone", "largestParty"] as const;

type StoreFormProps = {
  store: StoreSettings | null;
  /** Whether the panel has just opened. The first field then gets the focus. */
  isFirst: boolean;
  /** Whether the store was created a moment ago. The form then shows the success message. */
  isMade: boolean;
  onMade: (id: number) => void;
};

/** The fields of a store as the form shows them; of none those of a new store in `timezone`. */
const valuesOf = (store: StoreFormProps["store"], timezone: string) => ({
  code: store?.code ?? "",
  name: store?.name ?? "",
  displayName: store?.displayName ?? "",
  area: store?.area ?? "",
  address: store?.address ?? "",
  phone: store?.phone ?? "",
  email: store?.email ?? "",
  timezone: store?.timezone ?? timezone,
  isActive: store?.isActive ?? true,
  largestParty: String(store?.largestParty ?? ""),
  openingHours: store?.openingHours ?? null,
});

/** The settings of a store; null creates a new one. */
export function StoreForm({ store, isFirst, isMade, onMade }: StoreFormProps) {
  const t = useTranslations("stores");
  const settings = useTranslations("settings");
  const { may, me } = useDesk();
  const utils = trpc.useUtils();
  const router = useRouter();
  const form = useForm(() => valuesOf(store, me.merchant.timezone));
  const { given, put, isChanged, keep } = form;
  useUnsaved(isChanged);
  const options = {
    onSuccess: async ({ id }: { id: number }) => {
      await utils.staff.settings.stores.invalidate();
      if (!store) onMade(id);
      // Renders the page again, because the server renders the store switcher. Comes after the change of the
      // address: if the address changes during a refresh, Next loads the whole page again.
      router.refresh();
    },
  };
  const create = trpc.staff.settings.stores.create.useMutation(options);
  const update = trpc.staff.settings.stores.update.useMutation(options);
  const work = store ? update : create;
  const failed = work.error && failureOf(work.error);
  const { text } = useFields(form, failed);
  const ref = useFocusWrong(failed);
  const disabled = !may(`staff.settings.stores.${store ? "update" : "create"}`);

  function save() {
    const wanted = { ...given, largestParty: numberOf(given.largestParty) };
    if (store) update.mutate({ ...wanted, id: store.id }, { onSuccess: keep });
    else create.mutate(wanted, { onSuccess: keep });
  }

  return (
    <Form ref={ref} className={css.form} onSubmit={() => save()}>
      {disabled ? <Notice tone="plain">{settings("readOnly")}</Notice> : null}
      <TextInput
        label={t("name")}
        {...text("name")}
        disabled={disabled}
        // `data-autofocus` works only if the field exists when the panel opens; a saved store is read first
        data-autofocus
        autoFocus={isFirst}
      />
      <TextInput
        label={t("code")}
        description={t("codeHint")}
        {...text("code")}
        disabled={disabled}
      />
      {place.map((field) => (
        <TextInput
          key={field}
          label={t(field)}
          description={field === "displayName" ? t("displayNameHint") : undefined}
          {...text(field)}
          disabled={disabled}
        />
      ))}
      <TextInput
        label={t("zone")}
        description={t("zoneHint")}
        list="zones"
        {...text("timezone")}
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
        {...text("largestParty")}
        disabled={disabled}
      />
      <Checkbox
        label={t("active")}
        description={t("activeHint")}
        checked={given.isActive}
        onChange={({ currentTarget }) => put("isActive", currentTarget.checked)}
        disabled={disabled}
      />
      <OpeningHours
        value={given.openingHours}
        failed={failed}
        disabled={disabled}
        onChange={(hours) => put("openingHours", hours)}
      />
      <Unplaced failed={failed} fields={[...fields, "openingHours"]} />
      {!isChanged && (work.isSuccess || (isMade && work.isIdle)) ? (
        <Notice tone="good">{settings("saved")}</Notice>
      ) : null}
      {disabled ? null : <Submit loading={work.isPending}>{settings("save")}</Submit>}
    </Form>
  );
}
