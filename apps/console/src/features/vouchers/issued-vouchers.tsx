"use client";
import { Button, Stack } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { DataList } from "../../ui/list/data-list.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import css from "../../ui/ui.module.css";

export type Chosen = { readonly id: number; readonly name: string };

type IssuedVouchersProps = {
  vouchers: Outputs["staff"]["catalogue"]["issueVouchers"]["vouchers"];
  chosen: readonly Chosen[];
  onAgain: () => void;
};

/** The issued vouchers, one for each chosen customer. */
export function IssuedVouchers({ vouchers, chosen, onAgain }: IssuedVouchersProps) {
  const t = useTranslations("issue");
  return (
    <Stack maw={720}>
      <PageTitle title={t("title")} />
      <Notice tone="good">
        <p>
          <strong>{t("done", { count: vouchers.length })}</strong>
        </p>
      </Notice>
      <DataList
        query={{ data: vouchers, error: null, isPending: false }}
        rows={vouchers}
        keyOf={({ id }) => id}
        empty={{ title: t("nobody"), advice: null }}
        columns={[
          {
            head: t("customer"),
            cell: ({ customerId }) => (
              <Link className={css.link} href={`/customers/${customerId}?tab=vouchers`}>
                <bdi>{chosen.find(({ id }) => id === customerId)?.name}</bdi>
              </Link>
            ),
          },
          {
            head: t("voucher"),
            cell: ({ id, code }) => (
              <Link className={css.link} href={`/vouchers/${id}`}>
                <bdi>{code}</bdi>
              </Link>
            ),
          },
        ]}
      />
      <div>
        <Button variant="default" onClick={onAgain}>
          {t("again")}
        </Button>
      </div>
    </Stack>
  );
}
