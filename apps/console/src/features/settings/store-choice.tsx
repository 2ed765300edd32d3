"use client";
import { Checkbox, Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useDesk } from "../session/desk.tsx";

type StoreChoiceProps = {
  label: string;
  /** Empty means every store. */
  value: readonly number[];
  error: string | null;
  onChange: (stores: number[]) => void;
};

/** Chooses every store, or some stores. */
export function StoreChoice({ label, value, error, onChange }: StoreChoiceProps) {
  const t = useTranslations("storeChoice");
  const { me } = useDesk();
  const [isSome, setSome] = useState(value.length > 0);
  return (
    <Radio.Group
      label={label}
      error={error}
      value={isSome ? "some" : "every"}
      onChange={(choice) => {
        setSome(choice === "some");
        onChange([]);
      }}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="every" label={t("every")} />
        <Radio value="some" label={t("some")} />
        {isSome ? (
          <Checkbox.Group
            aria-label={t("some")}
            value={value.map(String)}
            onChange={(ids) => onChange(ids.map(Number))}
          >
            <Stack gap="xs" ps="xl">
              {me.stores.map(({ id, name }) => (
                <Checkbox key={id} value={String(id)} label={<bdi>{name}</bdi>} />
              ))}
            </Stack>
          </Checkbox.Group>
        ) : null}
      </Stack>
    </Radio.Group>
  );
}
