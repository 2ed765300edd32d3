"use client";
import { IconKey } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useApi } from "../../../rpc/use-api.ts";
import { CsvButton } from "../../../ui/list/csv-button.tsx";
import { useCsvWords } from "../../../ui/list/use-csv-words.ts";
import { useDesk } from "../../session/desk.tsx";
import { SettingsList } from "../settings-list.tsx";
import { scopeKey, scopes } from "./scopes.ts";
import { useTokenColumns } from "./token-columns.tsx";
import { tokenStates } from "./token-state.tsx";

const Panel = dynamic(() => import("./token-panel.tsx"), { ssr: false });

/** API tokens of tills and other systems. */
export function TokenList() {
  const t = useTranslations("tokens");
  const isAllowed = useDesk().may("staff.settings.tokens.list");
  const api = useApi();
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
        isAllowed ? (
          <CsvButton
            name="tokens.csv"
            pageAfter={() => api.staff.settings.tokens.csv.query({ words })}
          />
        ) : null
      }
      add={isAllowed ? { label: t("add") } : null}
      empty={{ icon: IconKey, title: t("empty"), advice: t("emptyAdvice") }}
      panel={(token, panelProps) => <Panel token={token} {...panelProps} />}
    />
  );
}
