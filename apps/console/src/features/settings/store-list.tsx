"use client";
import { Button, NativeSelect } from "@mantine/core";
import { IconBuildingStore, IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Empty } from "../../ui/empty.tsx";
import { Filters } from "../../ui/filters.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { State } from "../../ui/state.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";

const Panel = dynamic(() => import("./store-panel.tsx"), { ssr: false });

/** Where customers redeem and book. */
export function StoreList() {
  const t = useTranslations("stores");
  const format = useFormatter();
  const { may } = useDesk();
  const { get, hrefWith, push, replace } = useAddress();
  const { data, error, isLoading } = trpc.staff.settings.stores.list.useQuery();
  const status = get("status");
  const rows = (data ?? []).filter(
    ({ isActive }) => !status || (status === "open" ? isActive : !isActive),
  );
  const open = get("open");
  const chosen = data?.find(({ id }) => String(id) === open);

  function step(by: number) {
    const next = rows[rows.findIndex(({ id }) => String(id) === open) + by];
    if (next) replace({ open: next.id });
  }

  return (
    <>
      <PageTitle title={t("title")}>
        {may("staff.settings.stores.create") ? (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => push({ open: "new" })}
          >
            {t("add")}
          </Button>
        ) : null}
      </PageTitle>
      <Filters label={t("filters")}>
        <NativeSelect
          label={t("status")}
          value={status}
          onChange={({ currentTarget }) => replace({ status: currentTarget.value })}
          data={[
            { value: "", label: t("all") },
            { value: "open", label: t("open") },
            { value: "closed", label: t("closed") },
          ]}
        />
      </Filters>
      {error ? <Refusal of={failureOf(error)} /> : null}
      {isLoading ? <Skeletons count={4} /> : null}
      {data && !rows.length ? (
        <Empty icon={<IconBuildingStore size={40} stroke={1.4} aria-hidden />} title={t("empty")}>
          {t("emptyAdvice")}
        </Empty>
      ) : null}
      {rows.length ? (
        <div className={css.tableBox}>
          <table className={`${css.table} ${css.folds}`}>
            <thead>
              <tr>
                <th scope="col">{t("name")}</th>
                <th scope="col">{t("status")}</th>
                <th scope="col">{t("code")}</th>
                <th scope="col">{t("zone")}</th>
                <th scope="col">{t("hours")}</th>
                <th scope="col" className={css.number}>
                  {t("party")}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr
                  key={row.id}
                  data-href
                  data-open={String(row.id) === open}
                  onClick={({ target }) => {
                    if (!(target instanceof Element && target.closest("a"))) push({ open: row.id });
                  }}
                >
                  <td>
                    <Link className={css.link} href={hrefWith({ open: row.id })} scroll={false}>
                      <bdi>{row.name}</bdi>
                    </Link>{" "}
                    <span className={css.quiet}>#{row.id}</span>
                  </td>
                  <td>
                    <State tone={row.isActive ? "good" : "plain"}>
                      {t(row.isActive ? "open" : "closed")}
                    </State>
                  </td>
                  <td>
                    <bdi>{row.code}</bdi>
                  </td>
                  <td>{row.timezone}</td>
                  <td>
                    {row.openingHours
                      ? t("hoursShort", {
                          count: Object.values(row.openingHours).filter(({ length }) => length)
                            .length,
                        })
                      : t("always")}
                  </td>
                  <td className={css.number}>
                    {row.largestParty === null ? t("any") : format.number(row.largestParty)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {data && (open === "new" || chosen) ? (
        <Panel of={chosen ?? null} onClose={() => replace({ open: null })} onStep={step} />
      ) : null}
    </>
  );
}
