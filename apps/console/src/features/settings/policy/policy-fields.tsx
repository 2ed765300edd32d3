"use client";
import { Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Card } from "../../../ui/card.tsx";
import fields from "../../../ui/form/form.module.css";
import { hintBelow } from "../../../ui/form/hint-below.ts";
import { useChanges, useUnsaved } from "../../../ui/form/unsaved.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeletons } from "../../../ui/skeletons.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { NoticeTemplate, type Policy, SecondFactorRoles, SmsCountries } from "./policy-choices.tsx";
import { usePolicyUpdate } from "./use-policy-update.ts";

/** The merchant's policy, such as the settings of PINs, one-time passwords and second factors. */
export function PolicyForm() {
  const t = useTranslations("policy");
  const { data, error } = trpc.staff.settings.policy.get.useQuery();
  return (
    <>
      <PageTitle title={t("title")} />
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {data ? <PolicyFields policy={data} /> : error ? null : <Skeletons count={6} height={60} />}
    </>
  );
}

const numbers = {
  pins: ["pinMaxAttempts", "pinLifetimeAttempts"],
  codes: ["otpTtlSeconds", "otpMaxAttempts", "otpRequestsPerHour"],
  cancels: ["cashierCancelHours"],
  sales: ["cashierSaleStamps", "cashierSaleTotal", "cashierStampsPerDay"],
  devices: ["lockAfterMinutes"],
  tokens: [
    "guessesPerMinute",
    "blockedPinsPerDay",
    "customersShownPerMinute",
    "customersShownPerDay",
    "suggestionsPerMinute",
  ],
} as const;
/** Fields that may be empty, which means null. */
const emptyable: readonly string[] = [...numbers.sales, ...numbers.devices, ...numbers.tokens];
const counted = [
  ...numbers.pins,
  ...numbers.codes,
  ...numbers.cancels,
  ...numbers.sales,
  ...numbers.devices,
  ...numbers.tokens,
] as const;
type Counted = (typeof counted)[number];
type Ticked =
  | "pinRefuseCommon"
  | "redemptionPinAuthorization"
  | "notifyCredentialChanges"
  | "acceptTokenInMessage";

const textsOf = (policy: Policy) =>
  Object.fromEntries(counted.map((name) => [name, String(policy[name] ?? "")])) as Record<
    Counted,
    string
  >;

/**
 * Returns the number in a text. Text that is not a number becomes a value that the service refuses at its
 * field. An empty field of `emptyable` is null.
 */
function numberOf(name: Counted, text: string): number | null {
  if (emptyable.includes(name)) return text.trim() ? Number(text) || 0 : null;
  return text.trim() ? Number(text) : Number.NaN;
}

/** Returns only the changed fields, so that concurrent changes by others stay. */
function changesOf(before: Policy, after: Policy): Partial<Policy> {
  const changes: Partial<Policy> = { ...after };
  for (const name of Object.keys(before) as (keyof Policy)[])
    if (before[name] === after[name]) delete changes[name];
  return changes;
}

/** Returns the form's state. Saves only the changed values. */
function usePolicyForm(policy: Policy) {
  const [texts, setTexts] = useState(() => textsOf(policy));
  const [rest, setRest] = useState(policy);
  // the values when the form was opened or last saved; only fields that differ from them are sent
  const [known, setKnown] = useState(policy);
  const { isChanged, keep } = useChanges([texts, rest]);
  useUnsaved(isChanged);
  const form = usePolicyUpdate();

  function save() {
    const wanted = Object.fromEntries(
      counted.map((name) => [name, numberOf(name, texts[name])]),
    ) as Record<Counted, number>;
    const all: Policy = { ...rest, ...wanted };
    form.update.mutate(changesOf(known, all), {
      onSuccess: () => {
        keep();
        setKnown(all);
      },
    });
  }

  return {
    form: { ...form, isChanged },
    texts,
    rest,
    save,
    setText: (name: Counted, text: string) => setTexts({ ...texts, [name]: text }),
    change: (changes: Partial<Policy>) => setRest({ ...rest, ...changes }),
  };
}

/** The editable policy. The service refuses values out of bounds, each at its field. */
export function PolicyFields({ policy }: { policy: Policy }) {
  const t = useTranslations("policy");
  const { form, texts, rest, save, setText, change } = usePolicyForm(policy);
  const { wrong, disabled } = form;
  const choice = { policy: rest, onChange: change, wrong, disabled };
  const number = (name: Counted) => (
    <TextInput
      key={name}
      label={t(name)}
      description={t(`${name}Hint`)}
      inputMode="numeric"
      value={texts[name]}
      onChange={({ currentTarget }) => setText(name, currentTarget.value)}
      error={wrong(name)}
      disabled={disabled}
      inputWrapperOrder={hintBelow}
    />
  );
  const tick = (name: Ticked, hint?: string) => (
    <Checkbox
      label={t(name)}
      description={hint}
      checked={rest[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
      disabled={disabled}
    />
  );

  return (
    <SettingsFrame
      form={form}
      fields={[...counted, "smsCountries", "notifyTemplateCode"]}
      onSave={save}
    >
      <Card title={t("pins")}>
        <div className={fields.pairs}>
          {numbers.pins.map(number)}
          <div className={fields.whole}>{tick("pinRefuseCommon")}</div>
        </div>
      </Card>
      <Card title={t("codes")}>
        <div className={fields.pairs}>
          {numbers.codes.map(number)}
          <div className={fields.whole}>
            <SmsCountries {...choice} known={policy.smsCountries} />
          </div>
        </div>
      </Card>
      <Card title={t("cancels")}>
        <div className={fields.pairs}>{[...numbers.cancels, ...numbers.sales].map(number)}</div>
      </Card>
      <Card title={t("notices")}>
        <Stack>
          {tick("redemptionPinAuthorization")}
          {tick("notifyCredentialChanges")}
          <NoticeTemplate {...choice} known={policy.notifyTemplateCode} />
        </Stack>
      </Card>
      <Card title={t("clients")}>
        {tick("acceptTokenInMessage", t("acceptTokenInMessageHint"))}
      </Card>
      <Card title={t("tokenLimits")}>
        <div className={fields.pairs}>
          <Text size="sm" className={fields.whole ?? ""}>
            {t("tokenLimitsLead")}
          </Text>
          {numbers.tokens.map(number)}
        </div>
      </Card>
      <Card title={t("signingIn")}>
        <div className={fields.pairs}>
          <div className={fields.whole}>
            <SecondFactorRoles {...choice} />
          </div>
          {numbers.devices.map(number)}
        </div>
      </Card>
    </SettingsFrame>
  );
}
