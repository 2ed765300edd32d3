"use client";
import { Button, NativeSelect } from "@mantine/core";
import { IconMail, IconPlus } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { DataList } from "../../../ui/list/data-list.tsx";
import { Filters } from "../../../ui/list/filters.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import css from "../../../ui/ui.module.css";
import { useAddress } from "../../../ui/use-address.ts";
import { useDesk } from "../../session/desk.tsx";
import { channels, templateHref } from "./template.ts";
import { useTemplateName } from "./use-template-name.ts";

const SHOWN = 90;

/** Lists message templates, sorted by code and channel. */
export function TemplateList() {
  const t = useTranslations("templates");
  const words = useTranslations("channels");
  const settings = useTranslations("settings");
  const nameOf = useTemplateName();
  const { may } = useDesk();
  const { get, replace } = useAddress();
  const list = trpc.staff.settings.messageTemplates.list.useQuery();
  const channel = channels.find((one) => one === get("channel"));
  const rows = (list.data ?? []).filter((row) => !channel || row.channel === channel);
  return (
    <>
      <PageTitle title={t("title")}>
        {may("staff.settings.messageTemplates.save") ? (
          <Button
            component={Link}
            href="/settings/messages/new"
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t("add")}
          </Button>
        ) : null}
      </PageTitle>
      <Filters label={t("filters")}>
        <NativeSelect
          label={t("channel")}
          value={channel ?? ""}
          onChange={({ currentTarget }) => replace({ channel: currentTarget.value })}
          data={[
            { value: "", label: settings("all") },
            ...channels.map((value) => ({ value, label: words(value) })),
          ]}
        />
      </Filters>
      <DataList
        query={list}
        rows={rows}
        skeletons={4}
        empty={{ icon: IconMail, title: t("empty"), advice: t("emptyAdvice") }}
        keyOf={(row) => `${row.channel} ${row.code}`}
        rowProps={(row) => ({ href: templateHref(row) })}
        columns={[
          {
            head: t("name"),
            cell: (row) => (
              <>
                <Link className={css.link} href={templateHref(row)}>
                  <bdi>{nameOf(row.code)}</bdi>
                </Link>
                {nameOf(row.code) === row.code ? null : (
                  <div className={`${css.quiet} ${css.small}`}>
                    <bdi>{row.code}</bdi>
                  </div>
                )}
              </>
            ),
          },
          { head: t("channel"), cell: (row) => words(row.channel) },
          {
            head: t("text"),
            cell: (row) => (
              <>
                <bdi>{row.subject}</bdi>
                <div className={`${css.quiet} ${css.small}`}>
                  <bdi>{row.body.slice(0, SHOWN)}</bdi>
                  {row.body.length > SHOWN ? "…" : null}
                </div>
              </>
            ),
          },
        ]}
      />
    </>
  );
}
