"use client";
import { NativeSelect, TextInput } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { CsvButton } from "../../ui/csv-button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Filters } from "../../ui/filters.tsx";
import { More } from "../../ui/more.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { channels } from "./channels.ts";
import { OutboxTable } from "./outbox-table.tsx";

const states = ["waiting", "sent", "dead"] as const;

/** What was sent, what waits, and what could not be delivered and why. */
export function OutboxList() {
  const t = useTranslations("outbox");
  const templates = useTranslations("templates");
  const settings = useTranslations("settings");
  const { get, replace } = useAddress();
  const api = useApi();
  const filter = {
    from: get("from"),
    to: get("to"),
    state: states.find((state) => state === get("state")) ?? null,
    channel: channels.find((channel) => channel === get("channel")) ?? null,
  };
  const list = trpc.staff.settings.outbox.list.useInfiniteQuery(filter, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const all = { value: "", label: settings("all") };
  return (
    <>
      <PageTitle title={t("title")}>
        <CsvButton
          name="outbox.csv"
          pageAfter={(cursor) =>
            api.staff.settings.outbox.csv.query({ ...filter, cursor, limit: 200 })
          }
        />
      </PageTitle>
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
          data={[
            all,
            ...channels.map((value) => ({ value, label: templates(`channels.${value}`) })),
          ]}
        />
        <TextInput
          type="date"
          label={t("from")}
          value={filter.from}
          onChange={({ currentTarget }) => replace({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t("to")}
          value={filter.to}
          onChange={({ currentTarget }) => replace({ to: currentTarget.value })}
        />
      </Filters>
      {list.error ? <Refusal of={failureOf(list.error)} /> : null}
      {list.isLoading ? <Skeletons count={8} /> : null}
      {list.data && !rows.length ? (
        <Empty icon={<IconMailForward size={40} stroke={1.4} aria-hidden />} title={t("empty")}>
          {t("emptyAdvice")}
        </Empty>
      ) : null}
      {rows.length ? <OutboxTable rows={rows} /> : null}
      <More {...list} />
    </>
  );
}
