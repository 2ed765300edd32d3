"use client";
import { Checkbox, MultiSelect, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useMemo, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { Card } from "../../ui/card.tsx";
import { useChanges, useUnsaved } from "../../ui/unsaved.ts";
import { countriesIn } from "./countries.ts";
import { PolicyFrame, usePolicyUpdate } from "./policy-frame.tsx";

type Policy = Outputs["staff"]["settings"]["policy"]["get"];

const numbers = {
  pins: ["pinMaxAttempts", "pinLifetimeAttempts"],
  codes: ["otpTtlSeconds", "otpMaxAttempts", "otpRequestsPerHour"],
  cancels: ["cashierCancelHours"],
} as const;
const counted = [...numbers.pins, ...numbers.codes, ...numbers.cancels] as const;
const roles = ["owner", "manager", "cashier"] as const;
type Counted = (typeof counted)[number];
type Ticked = "pinRefuseCommon" | "redemptionPinAuthorization" | "notifyCredentialChanges";

const textsOf = (of: Policy) =>
  Object.fromEntries(counted.map((name) => [name, String(of[name])])) as Record<Counted, string>;

/** Only changed fields, so that concurrent changes by others stay. */
function changesOf(before: Policy, after: Policy): Partial<Policy> {
  const changes: Partial<Policy> = { ...after };
  for (const name of Object.keys(before) as (keyof Policy)[])
    if (before[name] === after[name]) delete changes[name];
  return changes;
}

/** The editable policy. The service reports values out of bounds, each on its field. */
export function PolicyFields({ of }: { of: Policy }) {
  const t = useTranslations("policy");
  const frame = useTranslations("frame");
  const [texts, setTexts] = useState(() => textsOf(of));
  const [rest, setRest] = useState(of);
  // the values that this form has shown; changes are relative to them, not to data reloaded later
  const [known, setKnown] = useState(of);
  const locale = useLocale();
  const countries = useMemo(() => countriesIn(locale, of.smsCountries), [locale, of.smsCountries]);
  const templates = trpc.staff.settings.messageTemplates.list.useQuery();
  const { isChanged, keep } = useChanges([texts, rest]);
  useUnsaved(isChanged);
  const form = usePolicyUpdate();
  const { wrong, disabled } = form;
  const codes = new Set([of.notifyTemplateCode, ...(templates.data ?? []).map(({ code }) => code)]);

  function save() {
    const wanted = Object.fromEntries(
      // a value that is not a number becomes null, which the service refuses on its field
      counted.map((name) => [name, texts[name].trim() ? Number(texts[name]) : Number.NaN]),
    ) as Record<Counted, number>;
    const all: Policy = { ...rest, ...wanted };
    form.update.mutate(changesOf(known, all), {
      onSuccess: () => {
        keep();
        setKnown(all);
      },
    });
  }

  const number = (name: Counted) => (
    <TextInput
      key={name}
      label={t(name)}
      description={t(`${name}Hint`)}
      inputMode="numeric"
      value={texts[name]}
      onChange={({ currentTarget }) => setTexts({ ...texts, [name]: currentTarget.value })}
      error={wrong(name)}
      disabled={disabled}
    />
  );
  const tick = (name: Ticked) => (
    <Checkbox
      label={t(name)}
      checked={rest[name]}
      onChange={({ currentTarget }) => setRest({ ...rest, [name]: currentTarget.checked })}
      disabled={disabled}
    />
  );

  return (
    <PolicyFrame
      form={form}
      fields={[...counted, "smsCountries", "notifyTemplateCode"]}
      onSave={save}
    >
      <Card title={t("pins")}>
        <Stack>
          {numbers.pins.map(number)}
          {tick("pinRefuseCommon")}
        </Stack>
      </Card>
      <Card title={t("codes")}>
        <Stack>
          {numbers.codes.map(number)}
          <MultiSelect
            label={t("smsCountries")}
            description={t("smsCountriesHint")}
            placeholder={rest.smsCountries.length ? "" : t("smsCountriesOwn")}
            nothingFoundMessage={t("smsCountriesNone")}
            value={[...rest.smsCountries]}
            onChange={(smsCountries) => setRest({ ...rest, smsCountries })}
            data={countries}
            searchable
            hidePickedOptions
            error={wrong("smsCountries")}
            disabled={disabled}
          />
        </Stack>
      </Card>
      <Card title={t("cancels")}>
        <Stack>{numbers.cancels.map(number)}</Stack>
      </Card>
      <Card title={t("notices")}>
        <Stack>
          {tick("redemptionPinAuthorization")}
          {tick("notifyCredentialChanges")}
          <NativeSelect
            label={t("notifyTemplateCode")}
            description={t("notifyTemplateCodeHint")}
            value={rest.notifyTemplateCode}
            onChange={({ currentTarget }) =>
              setRest({ ...rest, notifyTemplateCode: currentTarget.value })
            }
            error={wrong("notifyTemplateCode")}
            disabled={disabled || !rest.notifyCredentialChanges}
            data={[...codes]}
          />
        </Stack>
      </Card>
      <Card title={t("signingIn")}>
        <Checkbox.Group
          label={t("secondFactorRoles")}
          description={t("secondFactorRolesHint")}
          value={[...rest.secondFactorRoles]}
          onChange={(wanted) =>
            setRest({ ...rest, secondFactorRoles: roles.filter((role) => wanted.includes(role)) })
          }
        >
          <Stack gap="xs" mt="xs">
            {roles.map((role) => (
              <Checkbox key={role} value={role} label={frame(role)} disabled={disabled} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Card>
    </PolicyFrame>
  );
}
