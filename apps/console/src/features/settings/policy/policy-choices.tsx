"use client";
import { Checkbox, MultiSelect, NativeSelect, Stack } from "@mantine/core";
import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../../rpc/client.ts";
import { useTemplateName } from "../messages/use-template-name.ts";
import { countriesIn } from "./countries.ts";

export type Policy = Outputs["staff"]["settings"]["policy"]["get"];

type ChoiceProps = {
  policy: Policy;
  onChange: (changes: Partial<Policy>) => void;
  /** Returns the refusal of a field, or null. */
  wrong: (field: string) => string | null;
  disabled: boolean;
};

const roles = ["owner", "manager", "cashier"] as const;

/** The countries to which text messages may be sent. Always offers the saved countries, `known`. */
export function SmsCountries(props: ChoiceProps & { known: Policy["smsCountries"] }) {
  const { policy, onChange, wrong, disabled, known } = props;
  const t = useTranslations("policy");
  const locale = useLocale();
  const countries = useMemo(() => countriesIn(locale, known), [locale, known]);
  return (
    <MultiSelect
      label={t("smsCountries")}
      description={t("smsCountriesHint")}
      placeholder={policy.smsCountries.length ? "" : t("smsCountriesOwn")}
      nothingFoundMessage={t("smsCountriesNone")}
      value={[...policy.smsCountries]}
      onChange={(smsCountries) => onChange({ smsCountries })}
      data={countries}
      searchable
      hidePickedOptions
      error={wrong("smsCountries")}
      disabled={disabled}
    />
  );
}

/** The template of the message about changed credentials. Always offers the saved template, `known`. */
export function NoticeTemplate(props: ChoiceProps & { known: string }) {
  const { policy, onChange, wrong, disabled, known } = props;
  const t = useTranslations("policy");
  const nameOf = useTemplateName();
  const templates = trpc.staff.settings.messageTemplates.list.useQuery();
  const codes = new Set([known, ...(templates.data ?? []).map(({ code }) => code)]);
  return (
    <NativeSelect
      label={t("notifyTemplateCode")}
      description={t("notifyTemplateCodeHint")}
      value={policy.notifyTemplateCode}
      onChange={({ currentTarget }) => onChange({ notifyTemplateCode: currentTarget.value })}
      error={wrong("notifyTemplateCode")}
      disabled={disabled || !policy.notifyCredentialChanges}
      data={[...codes].map((code) => ({ value: code, label: nameOf(code) }))}
    />
  );
}

/** The roles that must set up a second factor. */
export function SecondFactorRoles({ policy, onChange, disabled }: ChoiceProps) {
  const t = useTranslations("policy");
  const names = useTranslations("frame");
  return (
    <Checkbox.Group
      label={t("secondFactorRoles")}
      description={t("secondFactorRolesHint")}
      value={[...policy.secondFactorRoles]}
      onChange={(wanted) =>
        onChange({ secondFactorRoles: roles.filter((role) => wanted.includes(role)) })
      }
    >
      <Stack gap="xs" mt="xs">
        {roles.map((role) => (
          <Checkbox key={role} value={role} label={names(role)} disabled={disabled} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
