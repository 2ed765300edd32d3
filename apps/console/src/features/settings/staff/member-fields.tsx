"use client";
import { Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../../rpc/client.ts";
import type { Failed } from "../../../rpc/failure.ts";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { type ChosenStores, StoreChoice } from "../store-choice.tsx";

export type Member = Outputs["staff"]["settings"]["staff"]["list"]["members"][number];
export type Role = Member["role"];
export const roles: readonly Role[] = ["cashier", "manager", "owner"];

/** A member's role and stores. */
export type Place = { readonly role: Role; readonly stores: ChosenStores };

type MemberFieldsProps = { value: Place; failed: Failed | null; onChange: (place: Place) => void };

export function MemberFields({ value, failed, onChange }: MemberFieldsProps) {
  const t = useTranslations("staffPage");
  const names = useTranslations("frame");
  const wrong = useFieldWords(failed);
  // The stores to show again if the role changes to owner and back. Null: none is chosen yet.
  const [chosenStores, setChosenStores] = useState<ChosenStores>(
    value.role === "owner" ? null : value.stores,
  );
  return (
    <>
      <Radio.Group
        label={t("role")}
        value={value.role}
        error={wrong("role")}
        onChange={(chosen) => {
          const role = roles.find((one) => one === chosen) ?? "cashier";
          onChange({ role, stores: role === "owner" ? [] : chosenStores });
        }}
      >
        <Stack gap="xs" mt="xs">
          {roles.map((role) => (
            <Radio
              key={role}
              value={role}
              label={names(role)}
              description={t(`roleHints.${role}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {value.role === "owner" ? (
        <Text size="sm" c="dimmed">
          {t("ownerStores")}
        </Text>
      ) : (
        <StoreChoice
          label={t("stores")}
          value={value.stores}
          error={wrong("stores")}
          onChange={(stores) => {
            setChosenStores(stores);
            onChange({ ...value, stores });
          }}
        />
      )}
    </>
  );
}
