"use client";
import { Stack, Switch, TextInput, type TextInputProps } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { FormFrame } from "../../ui/form/form-frame.tsx";
import { LimitFields, type Limits } from "./limit-fields.tsx";
import { type Period, PeriodFields } from "./period-fields.tsx";
import type { ItemFormState } from "./use-item-form.ts";

type ItemFormProps = {
  form: ItemFormState<Limits>;
  /** The label of the button that adds a new item. */
  add: string;
  /** The fields that say what the item is. */
  what: ReactNode;
  /** Further cards before the stores and channels. */
  before?: ReactNode;
  /** Further cards after the stores and channels. */
  after?: ReactNode;
};

/** The form of a reward, a voucher template or a promo code: its own fields, then stores and channels. */
export function ItemForm({ form, add, what, before, after }: ItemFormProps) {
  const t = useTranslations("catalogue");
  const { values, change, errorOf, frame, isNew } = form;
  return (
    <FormFrame submit={isNew ? add : t("save")} {...frame}>
      <Card title={t("what")}>
        <Stack gap="md">{what}</Stack>
      </Card>
      {before}
      <LimitFields value={values} onChange={change} errorOf={errorOf} />
      {after}
    </FormFrame>
  );
}

type RequiredTextProps<Name> = Omit<TextInputProps, "form" | "name"> & {
  form: { readonly text: (name: Name) => TextInputProps };
  name: Name;
};

/** The name or the code. An item needs both, unless `required` is false. */
export function RequiredText<Name extends "name" | "code">(props: RequiredTextProps<Name>) {
  const { form, name, ...rest } = props;
  const t = useTranslations("catalogue");
  const label: "name" | "code" = name;
  return (
    <TextInput
      label={t(label)}
      {...form.text(name)}
      required
      withAsterisk={false}
      maxLength={mostOf[name]}
      {...rest}
    />
  );
}

type WhenProps = {
  form: ItemFormState<Period & { isActive: boolean }>;
  /** A text about the effect of switching the item off. */
  hint: string;
  children?: ReactNode;
};

/** Whether the item is switched on, and from when until when. */
export function WhenCard({ form, hint, children }: WhenProps) {
  const t = useTranslations("catalogue");
  const { values, change, errorOf } = form;
  return (
    <Card title={t("when")}>
      <Stack gap="md">
        <Switch
          label={t("switchedOn")}
          description={hint}
          checked={values.isActive}
          onChange={({ currentTarget }) => change({ isActive: currentTarget.checked })}
        />
        <PeriodFields value={values} onChange={change} errorOf={errorOf} />
        {children}
      </Stack>
    </Card>
  );
}
