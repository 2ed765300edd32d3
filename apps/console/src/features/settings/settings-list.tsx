"use client";
import { Button, Group, NativeSelect } from "@mantine/core";
import { type Icon, IconPlus } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { ListQuery } from "../../ui/list/data-list.tsx";
import { Filters } from "../../ui/list/filters.tsx";
import { PanelList } from "../../ui/list/panel-list.tsx";
import type { PanelProps } from "../../ui/list/use-opened.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useAddress } from "../../ui/use-address.ts";

const NEW = "new";

type SettingsListProps<Row> = Pick<
  ComponentProps<typeof PanelList<Row>>,
  "idOf" | "titleHead" | "titleOf" | "noteOf" | "columns" | "empty"
> & {
  title: string;
  query: ListQuery;
  /** All rows; undefined while they load. The filter is applied in the browser. */
  rows: readonly Row[] | undefined;
  filter: {
    /** The filter's parameter in the address. */
    readonly name: string;
    readonly label: string;
    readonly choices: readonly { readonly value: string; readonly label: string }[];
    readonly valueOf: (row: Row) => string;
  };
  csv?: ReactNode;
  /** The button that opens the form for a new row. Null if the person may not add rows. */
  add: { readonly label: string; readonly icon?: Icon } | null;
  /** Shows a row beside the list; null shows the form for a new one. */
  panel: (row: Row | null, props: PanelProps) => ReactNode;
};

/** A page of settings that lists stores, members of staff, tokens or shared devices. */
export function SettingsList<Row>(props: SettingsListProps<Row>) {
  const { title, query, rows, filter, csv, add, panel, ...list } = props;
  const { icon: AddIcon = IconPlus, label } = add ?? {};
  const t = useTranslations("settings");
  const { get, push, replace } = useAddress();
  const chosen = filter.choices.find(({ value }) => value === get(filter.name))?.value ?? "";
  return (
    <>
      <PageTitle title={title}>
        <Group gap="sm">
          {csv}
          {add ? (
            <Button
              leftSection={<AddIcon size={16} aria-hidden />}
              onClick={() => push({ open: NEW })}
            >
              {label}
            </Button>
          ) : null}
        </Group>
      </PageTitle>
      <Filters label={t("filters")}>
        <NativeSelect
          label={filter.label}
          value={chosen}
          onChange={({ currentTarget }) => replace({ [filter.name]: currentTarget.value })}
          data={[{ value: "", label: t("all") }, ...filter.choices]}
        />
      </Filters>
      <PanelList
        {...list}
        query={query}
        rows={(rows ?? []).filter((row) => !chosen || filter.valueOf(row) === chosen)}
        skeletons={4}
        panel={(id, panelProps) => {
          const row = rows?.find((one) => String(list.idOf(one)) === id) ?? null;
          const isNew = id === NEW && add !== null;
          const isKnown = rows !== undefined && (row !== null || isNew);
          return isKnown ? panel(row, panelProps) : null;
        }}
      />
    </>
  );
}
