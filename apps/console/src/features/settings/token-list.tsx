"use client";
import { Button, Group, NativeSelect } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { CsvButton } from "../../ui/csv-button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Filters } from "../../ui/filters.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { tokenStates } from "./token-state.tsx";
import { TokenTable } from "./token-table.tsx";

const Panel = dynamic(() => import("./token-panel.tsx"), { ssr: false });

/** The keys of tills and other systems. */
export function TokenList() {
  const t = useTranslations("tokens");
  const settings = useTranslations("settings");
  const { get, push, replace } = useAddress();
  const api = useApi();
  const { data, error, isLoading } = trpc.staff.settings.tokens.list.useQuery();
  const state = tokenStates.find((one) => one === get("state"));
  const rows = (data ?? []).filter((token) => !state || token.state === state);
  const open = get("open");
  const chosen = data?.find(({ id }) => String(id) === open);

  function step(by: number) {
    const next = rows[rows.findIndex(({ id }) => String(id) === open) + by];
    if (next) replace({ open: next.id });
  }

  return (
    <>
      <PageTitle title={t("title")}>
        <Group gap="sm">
          <CsvButton name="tokens.csv" pageAfter={() => api.staff.settings.tokens.csv.query()} />
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => push({ open: "new" })}
          >
            {t("add")}
          </Button>
        </Group>
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
      {error ? <Refusal of={failureOf(error)} /> : null}
      {isLoading ? <Skeletons count={4} /> : null}
      {data && !rows.length ? (
        <Empty icon={<IconKey size={40} stroke={1.4} aria-hidden />} title={t("empty")}>
          {t("emptyAdvice")}
        </Empty>
      ) : null}
      {rows.length ? <TokenTable rows={rows} open={open} /> : null}
      {data && (open === "new" || chosen) ? (
        <Panel of={chosen ?? null} onClose={() => replace({ open: null })} onStep={step} />
      ) : null}
    </>
  );
}
