"use client";
import { NativeSelect } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { DataList } from "../../../ui/list/data-list.tsx";
import { Filters } from "../../../ui/list/filters.tsx";
import { byPages, rowsOf } from "../../../ui/list/pages.ts";
import { PeriodFilter } from "../../../ui/list/period-filter.tsx";
import { useCsvWords } from "../../../ui/list/use-csv-words.ts";
import { Notice } from "../../../ui/notice.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { useAddress } from "../../../ui/use-address.ts";
import { CsvButton } from "../../parts/csv-button.tsx";
import { useDesk } from "../../session/desk.tsx";
import { useOutboxColumns } from "./outbox-columns.tsx";
import { channels } from "./template.ts";

const states = ["waiting", "sent", "dead"] as const;

/** Sent, waiting and undelivered messages, with the reason of each failure. */
export function OutboxList() {
  const t = useTranslations("outbox");
  const channelWords = useTranslations("channels");
  const settings = useTranslations("settings");
  const { get, replace } = useAddress();
  const words = useCsvWords(({ outbox, channels }) => ({
    kind: outbox.kinds,
    channel: channels,
    state: outbox.states,
  }));
  const { me } = useDesk();
  const filter = {
    from: get("from"),
    to: get("to"),
    state: states.find((state) => state === get("state")) ?? null,
    channel: channels.find((channel) => channel === get("channel")) ?? null,
  };
  const list = trpc.staff.settings.outbox.list.useInfiniteQuery(filter, byPages);
  const columns = useOutboxColumns();
  const all = { value: "", label: settings("all") };
  return (
    <>
      <PageTitle title={t("title")}>
        <CsvButton
          procedure="staff.settings.outbox.csv"
          pageOf={(api, page) => api.staff.settings.outbox.csv.query({ ...filter, words, ...page })}
        />
      </PageTitle>
      {me.hasMail ? null : <Notice tone="warn">{t("noMail")}</Notice>}
      <Filters label={t("filters")}>
        <NativeSelect
          label={t("state")}
          value={filter.state ?? ""}
          onChange={({ currentTarget }) => replace({ state: currentTarget.value })}
          data={[all, ...states.map((value) => ({ value, label: t(`states.${value}`) }))]}
        />
        <NativeSelect
          label={t("channel")}
          value={filter.channel ?? ""}
          onChange={({ currentTarget }) => replace({ channel: currentTarget.value })}
          data={[all, ...channels.map((value) => ({ value, label: channelWords(value) }))]}
        />
        <PeriodFilter zones={{ timeZone: me.merchant.timezone }} />
      </Filters>
      <DataList
        query={list}
        rows={rowsOf(list)}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{ icon: IconMailForward, title: t("empty"), advice: t("emptyAdvice") }}
      />
    </>
  );
}
