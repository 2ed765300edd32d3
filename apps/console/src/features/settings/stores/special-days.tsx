"use client";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { DateField } from "../../../ui/form/date-field.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { Submit } from "../../../ui/form/submit.tsx";
import { useUnsaved } from "../../../ui/form/unsaved.ts";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { useFields, useForm } from "../../../ui/form/use-form.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useDesk } from "../../session/desk.tsx";
import css from "../settings.module.css";
import { Unplaced } from "../unplaced.tsx";
import { Spans } from "./spans.tsx";

type Store = Outputs["staff"]["settings"]["stores"]["list"][number];
type Day = Store["specialDays"][number];

/** The days on which a store has other hours than on their weekday. They are saved apart from the store. */
export function SpecialDays({ store }: { store: Pick<Store, "id" | "specialDays"> }) {
  const t = useTranslations("stores");
  const utils = trpc.useUtils();
  const form = useForm((): { specialDays: readonly Day[] } => ({ specialDays: store.specialDays }));
  const { isChanged, put, keep } = form;
  const days = form.given.specialDays;
  useUnsaved(isChanged);
  const save = trpc.staff.settings.stores.saveSpecialDays.useMutation({
    onSuccess: () => utils.staff.settings.stores.invalidate(),
  });
  const failed = save.error && failureOf(save.error);
  const { errorOf } = useFields(form, failed);
  const ref = useFocusWrong(failed);
  const disabled = !useDesk().may("staff.settings.stores.saveSpecialDays");
  const set = (specialDays: readonly Day[]) => put("specialDays", specialDays);
  const change = (place: number, part: Partial<Day>) =>
    set(days.map((day, index) => (index === place ? { ...day, ...part } : day)));
  const closed = save.isSuccess && !isChanged ? save.data.openBookings : 0;
  function submit() {
    const specialDays = days.map((day) => ({ ...day, hours: [...day.hours] }));
    save.mutate({ id: store.id, specialDays }, { onSuccess: keep });
  }

  return (
    <Form ref={ref} className={css.form} onSubmit={() => submit()}>
      <h3 className={css.part}>{t("specialDays")}</h3>
      <p className={css.words}>{t("specialDaysHint")}</p>
      <ol className={css.specialDays}>
        {days
          .map((day, place) => ({ day, place, name: t("specialDay", { number: place + 1 }) }))
          .map(({ day, place, name }) => (
            <li key={place}>
              <fieldset disabled={disabled} aria-label={name} className={css.specialDay}>
                <div className={css.span}>
                  <DateField
                    className={css.date}
                    isSet
                    aria-label={t("dateOf", { day: name })}
                    placeholder={t("date")}
                    value={day.date}
                    error={errorOf(`specialDays.${place}.date`)}
                    onChange={(date) => change(place, { date })}
                  />
                  <TextInput
                    className={css.specialName}
                    aria-label={t("nameOf", { day: name })}
                    placeholder={t("specialName")}
                    value={day.name}
                    error={errorOf(`specialDays.${place}.name`)}
                    onChange={({ currentTarget }) => change(place, { name: currentTarget.value })}
                  />
                  {disabled ? null : (
                    <ActionIcon
                      variant="default"
                      size={36}
                      aria-label={t("removeDay", { day: name })}
                      onClick={() => set(days.filter((_, index) => index !== place))}
                    >
                      <IconX size={16} aria-hidden />
                    </ActionIcon>
                  )}
                </div>
                <Spans
                  name={name}
                  field={`specialDays.${place}.hours`}
                  value={day.hours}
                  disabled={disabled}
                  errorOf={errorOf}
                  onChange={(hours) => change(place, { hours })}
                />
              </fieldset>
            </li>
          ))}
      </ol>
      {disabled ? null : (
        <Button variant="default" onClick={() => set([...days, { date: "", hours: [], name: "" }])}>
          {t("addDay")}
        </Button>
      )}
      <Unplaced failed={failed} fields={["specialDays"]} />
      {!isChanged && save.isSuccess ? (
        <Notice tone={closed ? "warn" : "good"}>
          {closed ? t("bookedOnClosed", { count: closed }) : t("daysSaved")}
        </Notice>
      ) : null}
      {disabled ? null : <Submit loading={save.isPending}>{t("saveDays")}</Submit>}
    </Form>
  );
}
