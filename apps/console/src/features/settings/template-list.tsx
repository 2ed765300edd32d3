"use client";
import { Button, NativeSelect } from "@mantine/core";
import { IconMail, IconPlus } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Empty } from "../../ui/empty.tsx";
import { Filters } from "../../ui/filters.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";
import { channels, templateHref } from "./channels.ts";

const SHOWN = 90;

/** What customers are sent, by code and channel. */
export function TemplateList() {
  const t = useTranslations("templates");
  const settings = useTranslations("settings");
  const router = useRouter();
  const { may } = useDesk();
  const { get, replace } = useAddress();
  const { data, error, isLoading } = trpc.staff.settings.messageTemplates.list.useQuery();
  const channel = channels.find((one) => one === get("channel"));
  const rows = (data ?? []).filter((row) => !channel || row.channel === channel);
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
            ...channels.map((value) => ({ value, label: t(`channels.${value}`) })),
          ]}
        />
      </Filters>
      {error ? <Refusal of={failureOf(error)} /> : null}
      {isLoading ? <Skeletons count={4} /> : null}
      {data && !rows.length ? (
        <Empty icon={<IconMail size={40} stroke={1.4} aria-hidden />} title={t("empty")}>
          {t("emptyAdvice")}
        </Empty>
      ) : null}
      {rows.length ? (
        <div className={css.tableBox}>
          <table className={`${css.table} ${css.folds}`}>
            <thead>
              <tr>
                <th scope="col">{t("code")}</th>
                <th scope="col">{t("channel")}</th>
                <th scope="col">{t("text")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr
                  key={`${row.channel} ${row.code}`}
                  data-href
                  onClick={({ target }) => {
                    if (!(target instanceof Element && target.closest("a")))
                      router.push(templateHref(row));
                  }}
                >
                  <td>
                    <Link className={css.link} href={templateHref(row)}>
                      <bdi>{row.code}</bdi>
                    </Link>
                  </td>
                  <td>{t(`channels.${row.channel}`)}</td>
                  <td>
                    <bdi>{row.subject}</bdi>
                    <div className={`${css.quiet} ${css.small}`}>
                      <bdi>{row.body.slice(0, SHOWN)}</bdi>
                      {row.body.length > SHOWN ? "…" : null}
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  );
}
