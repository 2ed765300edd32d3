"use client";
import { Button, Group, NativeSelect } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useApi } from "../../../rpc/use-api.ts";
import { CsvButton } from "../../../ui/list/csv-button.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import { Filters } from "../../../ui/list/filters.tsx";
import { useCsvWords } from "../../../ui/list/use-csv-words.ts";
import { useOpened } from "../../../ui/list/use-opened.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { useAddress } from "../../../ui/use-address.ts";
import { useDesk } from "../../session/desk.tsx";
import { useTokenColumns } from "./token-columns.tsx";
import { tokenStates } from "./token-state.tsx";

const Panel = dynamic(() => import("./token-panel.tsx"), { ssr: false });

/** API tokens of tills and other systems. */
export function TokenList() {
  const t = useTranslations("tokens");
  const settings = useTranslations("settings");
  const { may } = useDesk();
  const { get, push, replace } = useAddress();
  const api = useApi();
  const words = useCsvWords(({ tokens }) => ({ state: tokens.states, scope: tokens.scopeNames }));
  const list = trpc.staff.settings.tokens.list.useQuery();
  const state = tokenStates.find((one) => one === get("state"));
  const rows = (list.data ?? []).filter((token) => !state || token.state === state);
  const opened = useOpened(rows, ({ id }) => id);
  const columns = useTokenColumns(opened);
  const { open } = opened;
  const chosen = list.data?.find(({ id }) => String(id) === open);

  return (
    <>
      <PageTitle title={t("title")}>
        {may("staff.settings.tokens.list") ? (
          <Group gap="sm">
            <CsvButton
              name="tokens.csv"
              pageAfter={() => api.staff.settings.tokens.csv.query({ words })}
            />
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => push({ open: "new" })}
            >
              {t("add")}
            </Button>
          </Group>
        ) : null}
      </PageTitle>
      <Filters label={t("filters")}>
        <NativeSelect
          label={t("state")}
          value={state ?? ""}
          onChange={({ currentTarget }) => replace({ state: currentTarget.value })}
          data={[
            { value: "", label: settings("all") },
            ...tokenStates.map((one) => ({ value: one, label: t(`states.${one}`) })),
          ]}
        />
      </Filters>
      <DataList
        query={list}
        rows={rows}
        skeletons={4}
        columns={columns}
        keyOf={({ id }) => id}
        rowProps={opened.rowProps}
        empty={{ icon: IconKey, title: t("empty"), advice: t("emptyAdvice") }}
      />
      {list.data && (open === "new" || chosen) ? (
        <Panel of={chosen ?? null} {...opened.panelProps} />
      ) : null}
    </>
  );
}
