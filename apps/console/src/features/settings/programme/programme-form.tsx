"use client";
import { Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Card } from "../../../ui/card.tsx";
import { useDesk } from "../../session/desk.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { type Programme, type Typed, typed, useProgrammeForm } from "./use-programme-form.ts";

/** What sales earn, how long stamps are valid, what new members start with, and what is redeemed once. */
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
    />
  );
  return (
    <SettingsFrame form={form} fields={typed} onSave={form.save}>
      <Card title={t("earning")}>
        <Stack>
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
          />
          {text("earnMaxPerTransaction")}
          {text("earnMaxPerDay")}
          <Checkbox
            label={t("acceptStampsFromPos")}
            description={t("acceptStampsFromPosHint")}
            checked={chosen.acceptStampsFromPos}
            onChange={({ currentTarget }) => choose({ acceptStampsFromPos: currentTarget.checked })}
            disabled={disabled}
          />
        </Stack>
      </Card>
      <Card title={t("expiry")}>{text("stampsValidDays")}</Card>
      <Card title={t("members")}>
        <Stack>
          {text("memberIdPrefix")}
          <Checkbox
            label={t("marketingDefault")}
            description={t("marketingDefaultHint")}
            checked={chosen.marketingDefault}
            onChange={({ currentTarget }) => choose({ marketingDefault: currentTarget.checked })}
            disabled={disabled}
          />
        </Stack>
      </Card>
      <Card title={t("redeeming")}>
        <Checkbox
          label={t("oneRedemptionPerInvoice")}
          description={t("oneRedemptionPerInvoiceHint")}
          checked={chosen.oneRedemptionPerInvoice}
          onChange={({ currentTarget }) =>
            choose({ oneRedemptionPerInvoice: currentTarget.checked })
          }
          disabled={disabled}
        />
      </Card>
    </SettingsFrame>
  );
}
