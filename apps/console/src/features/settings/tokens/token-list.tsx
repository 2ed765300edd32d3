"use client";
import { scopes } from "@stampbook/core/scopes";
import { IconKey } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useCsvWords } from "../../../ui/list/use-csv-words.ts";
import { CsvButton } from "../../parts/csv-button.tsx";
import { useDesk } from "../../session/desk.tsx";
import { SettingsList } from "../settings-list.tsx";
import { useTokenColumns } from "./token-columns.tsx";
import { scopeKey, tokenStates } from "./token-state.tsx";

const Panel = dynamic(() => import("./token-panel.tsx"), { ssr: false });

/** API tokens of tills and other systems. */
export function TokenList() {
  const t = useTranslations("tokens");
  const isAllowed = useDesk().may("staff.settings.tokens.list");
  const words = useCsvWords(({ tokens }) => ({
    state: tokens.states,
    scope: Object.fromEntries(scopes.map((scope) => [scope, tokens.scopeNames[scopeKey(scope)]])),
  }));
  const query = trpc.staff.settings.tokens.list.useQuery();
  const columns = useTokenColumns();
  return (
    <SettingsList
      title={t("title")}
      query={query}
      rows={query.data}
      idOf={({ id }) => id}
      titleHead={t("name")}
      titleOf={({ name }) => name}
      columns={columns}
      filter={{
        name: "state",
        label: t("state"),
        choices: tokenStates.map((value) => ({ value, label: t(`states.${value}`) })),
        valueOf: ({ state }) => state,
      }}
      csv={
        <CsvButton
          procedure="staff.settings.tokens.csv"
          pageOf={(api) => api.staff.settings.tokens.csv.query({ words })}
        />
      }
      add={isAllowed ? { label: t("add") } : null}
      empty={{ icon: IconKey, title: t("empty"), advice: t("emptyAdvice") }}
      panel={(token, panelProps) => <Panel token={token} {...panelProps} />}
    />
  );
}
