"use client";
import { Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Card } from "../../../ui/card.tsx";
import fields from "../../../ui/form/form.module.css";
import { hintBelow } from "../../../ui/form/hint-below.ts";
import { useDesk } from "../../session/desk.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { type Programme, type Typed, typed, useProgrammeForm } from "./use-programme-form.ts";

/** The settings that are on or off. */
type Switched =
  | "acceptStampsFromPos"
  | "marketingDefault"
  | "oneRedemptionPerInvoice"
  | "partialMayRedeem";

const choices = ["refuse", "zero", "owe"] as const;

/**
 * The programme's rules: what sales earn, how long stamps are valid, what new members start with, and the
 * limits of redemptions.
 */
export function ProgrammeForm({ programme }: { programme: Programme }) {
  const t = useTranslations("programme");
  const { me } = useDesk();
  const form = useProgrammeForm(programme);
  const { texts, chosen, wrong, disabled, setText, choose } = form;
  const text = (name: Typed) => (
    <TextInput
      label={t(name, { currency: me.merchant.currency })}
      description={t(`${name}Hint`)}
      inputMode={name === "memberIdPrefix" ? "text" : "numeric"}
      autoComplete="off"
      value={texts[name]}
      onChange={({ currentTarget }) => setText(name, currentTarget.value)}
      error={wrong(name)}
      disabled={disabled}
      inputWrapperOrder={hintBelow}
    />
  );
  const ifSpent = (name: "spentStampsOnCancel" | "spentStampsOnReturn") => (
    <NativeSelect
      label={t(name)}
      description={t(`${name}Hint`)}
      value={chosen[name]}
      onChange={({ currentTarget: { value } }) =>
        choose({ [name]: choices.find((choice) => choice === value) ?? chosen[name] })
      }
      data={choices.map((choice) => ({ value: choice, label: t(`ifSpent.${choice}`) }))}
      disabled={disabled}
      inputWrapperOrder={hintBelow}
    />
  );
  const switched = (name: Switched) => (
    <Checkbox
      label={t(name)}
      description={t(`${name}Hint`)}
      checked={chosen[name]}
      onChange={({ currentTarget }) => choose({ [name]: currentTarget.checked })}
      disabled={disabled}
    />
  );
  return (
    <SettingsFrame form={form} fields={typed} onSave={form.save}>
      <Card title={t("earning")}>
        <div className={fields.pairs}>
          {text("earnAmount")}
          {text("earnStamps")}
          <NativeSelect
            label={t("earnOn")}
            description={t("earnOnHint")}
            value={chosen.earnOn}
            onChange={({ currentTarget }) =>
              choose({ earnOn: currentTarget.value === "subtotal" ? "subtotal" : "total" })
            }
            data={[
              { value: "total", label: t("total") },
              { value: "subtotal", label: t("subtotal") },
            ]}
            disabled={disabled}
            inputWrapperOrder={hintBelow}
          />
          {text("stampsValidDays")}
          {text("earnMaxPerTransaction")}
          {text("earnMaxPerDay")}
          <div className={fields.whole}>{switched("acceptStampsFromPos")}</div>
        </div>
      </Card>
      <Card title={t("spentStamps")}>
        <div className={fields.pairs}>
          {ifSpent("spentStampsOnCancel")}
          {ifSpent("spentStampsOnReturn")}
        </div>
      </Card>
      <Card title={t("members")}>
        <div className={fields.pairs}>
          {text("memberIdPrefix")}
          <div className={fields.whole}>{switched("marketingDefault")}</div>
        </div>
      </Card>
      <Card title={t("redeeming")}>
        <Stack>
          {switched("oneRedemptionPerInvoice")}
          {switched("partialMayRedeem")}
        </Stack>
      </Card>
    </SettingsFrame>
  );
}
