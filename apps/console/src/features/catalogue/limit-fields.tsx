"use client";
import { Checkbox, Group } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { useDesk } from "../session/desk.tsx";

export type Limits = { stores: readonly number[]; channels: readonly number[] };

type LimitFieldsProps = {
  value: Limits;
  onChange: (changes: Partial<Limits>) => void;
  errorOf: (field: string) => string | null;
};

const channels = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const asText = (numbers: readonly number[]) => numbers.map(String);
const asNumbers = (texts: readonly string[]) => texts.map(Number);

/** The stores and channels in which an item can be used; no selection means no limit. */
export function LimitFields({ value, onChange, errorOf }: LimitFieldsProps) {
  const t = useTranslations("catalogue");
  const { me } = useDesk();
  const known = new Set(me.stores.map(({ id }) => id));
  // stores that this person does not see stay selected
  const stores = [
    ...me.stores.map(({ id, name }) => ({ id, name })),
    ...value.stores.filter((id) => !known.has(id)).map((id) => ({ id, name: `#${id}` })),
  ];
  return (
    <Card title={t("where")}>
      <div style={{ display: "grid", gap: 16 }}>
        <Checkbox.Group
          label={t("stores")}
          description={t("storesHint")}
          value={asText(value.stores)}
          onChange={(ids) => onChange({ stores: asNumbers(ids) })}
          error={errorOf("stores")}
        >
          <Group mt="xs" gap="sm" style={{ maxHeight: 240, overflowY: "auto" }}>
            {stores.map(({ id, name }) => (
              <Checkbox
                key={id}
                value={String(id)}
                label={<bdi>{name}</bdi>}
                disabled={!known.has(id)}
              />
            ))}
          </Group>
        </Checkbox.Group>
        <Checkbox.Group
          label={t("channelsWord")}
          description={t("channelsHint")}
          value={asText(value.channels)}
          onChange={(numbers) => onChange({ channels: asNumbers(numbers) })}
          error={errorOf("channels")}
        >
          <Group mt="xs" gap="sm">
            {channels.map((channel) => (
              <Checkbox key={channel} value={String(channel)} label={t(`channels.${channel}`)} />
            ))}
          </Group>
        </Checkbox.Group>
      </div>
    </Card>
  );
}
