"use client";
import { SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { hintBelow } from "../../ui/form/hint-below.ts";
import type { useFields } from "../../ui/form/use-form.ts";

export const noPerson = {
  name: "",
  email: "",
  mobileNumber: "",
  memberId: "",
  otherMemberIds: "",
  gender: "",
  birthday: "",
  address: "",
  notes: "",
};
export type Person = typeof noPerson;

/** Splits a text into Member IDs, one a line. Leaves out empty lines. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

type PersonFieldsProps = {
  fields: Pick<ReturnType<typeof useFields<Person>>, "text" | "plain">;
  /** Whether the form is for a new customer. */
  isNew?: boolean;
};

/** A customer's personal data. */
export function PersonFields({ fields: { text, plain }, isNew }: PersonFieldsProps) {
  const t = useTranslations("customers");
  return (
    <Card title={t("person")}>
      <Stack gap="md">
        <TextInput
          label={t("name")}
          {...text("name")}
          required
          withAsterisk={false}
          maxLength={mostOf.name}
          autoFocus={isNew}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t("email")}
            // not type="email", because the service decides which addresses are valid and reports
            // errors at the field
            inputMode="email"
            {...text("email")}
            maxLength={mostOf.email}
          />
          <TextInput
            type="tel"
            label={t("mobile")}
            description={t("mobileHint")}
            {...text("mobileNumber")}
            maxLength={mostOf.mobileNumber}
            inputWrapperOrder={hintBelow}
          />
          <TextInput label={t("member")} {...text("memberId")} maxLength={mostOf.code} />
          <Textarea
            label={t("otherMembers")}
            description={t("otherMembersHint")}
            {...text("otherMemberIds")}
            autosize
            minRows={1}
            maxRows={6}
            inputWrapperOrder={hintBelow}
          />
          <DateField label={t("birthday")} {...plain("birthday")} />
          <TextInput label={t("gender")} {...text("gender")} maxLength={mostOf.gender} />
        </SimpleGrid>
        <Textarea
          label={t("address")}
          {...text("address")}
          maxLength={mostOf.address}
          autosize
          minRows={2}
          maxRows={6}
        />
        <Textarea
          label={t("notes")}
          {...text("notes")}
          maxLength={mostOf.notes}
          autosize
          minRows={2}
          maxRows={6}
        />
      </Stack>
    </Card>
  );
}
