"use client";
import { Stack, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { Card } from "../../../ui/card.tsx";

const long = ["description", "instructions", "termsAndConditions"] as const;

type TextName = (typeof long)[number] | "shortDescription" | "pictureUrl";
type FieldProps = Pick<TextInputProps, "error" | "autoComplete"> & {
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

/** The texts and the picture that customers see on the voucher. */
export function VoucherTemplateTexts({ text }: { text: (name: TextName) => FieldProps }) {
  const t = useTranslations("catalogue");
  return (
    <Card title={t("words")}>
      <Stack gap="md">
        <TextInput
          label={t("shortDescription")}
          description={t("shortDescriptionHint")}
          {...text("shortDescription")}
          maxLength={mostOf.shortDescription}
        />
        {long.map((field) => (
          <Textarea
            key={field}
            label={t(field)}
            {...text(field)}
            maxLength={mostOf[field]}
            autosize
            minRows={2}
            maxRows={8}
          />
        ))}
        <TextInput
          // not type="url", because an imported address may be relative, and browsers refuse to send that
          inputMode="url"
          label={t("picture")}
          description={t("pictureHint")}
          {...text("pictureUrl")}
          maxLength={mostOf.pictureUrl}
        />
      </Stack>
    </Card>
  );
}
