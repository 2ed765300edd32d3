"use client";
import { Checkbox, Radio, Stack } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useDesk } from "../session/desk.tsx";

/** Empty means every store. Null means that only some are wanted, and none is chosen yet. */
export type ChosenStores = readonly number[] | null;

type StoreChoiceProps = {
  label: string;
  value: ChosenStores;
  error: string | null;
  onChange: (stores: ChosenStores) => void;
};

/** Chooses every store, or some stores. */
export function StoreChoice({ label, value, error, onChange }: StoreChoiceProps) {
  const t = useTranslations("storeChoice");
  const { me } = useDesk();
  const isSome = value === null || value.length > 0;
  return (
    <Radio.Group
      label={label}
      error={error}
      value={isSome ? "some" : "every"}
      onChange={(choice) => onChange(choice === "some" ? null : [])}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="every" label={t("every")} />
        <Radio value="some" label={t("some")} />
        {isSome ? (
          <Checkbox.Group
            aria-label={t("some")}
            value={(value ?? []).map(String)}
            onChange={(ids) => onChange(ids.length ? ids.map(Number) : null)}
          >
            <Stack gap="xs" ps="xl">
              {me.stores.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  value={String(id)}
                  label={<bdi>{name}</bdi>}
                  aria-invalid={error !== null}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        ) : null}
      </Stack>
    </Radio.Group>
  );
}
