"use client";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useMessages, useTranslations } from "use-intl/react";
import { type Api, useApi } from "../../rpc/use-api.ts";
import { type Messages, withHeads } from "../../ui/list/csv-words.ts";
import { downloadCsv } from "../../ui/list/download.ts";
import { useDesk } from "../session/desk.tsx";
import css from "./csv-button.module.css";

type CsvButtonProps = {
  /** What `pageOf` calls. It also names the file: `staff.sales.csv` writes `sales.csv`. */
  procedure: string;
  pageOf: (
    api: Api,
    page: { cursor: string | null; limit: number },
  ) => Promise<{ text: string; nextCursor: string | null }>;
};

/** The button that exports the filtered list as a CSV file, for people who may. */
export function CsvButton({ procedure, pageOf }: CsvButtonProps) {
  const t = useTranslations("list");
  const { may } = useDesk();
  const api = useApi();
  // the cast is safe, as in `useCsvWords`, which every list with this button calls
  const messages = useMessages() as Messages;
  const work = useMutation({
    mutationFn: () =>
      downloadCsv(
        fileOf(procedure),
        (cursor) => pageOf(api, { cursor, limit: 200 }),
        (text) => withHeads(messages, text),
      ),
    meta: { isReading: true },
  });
  if (!may(procedure)) return null;
  return (
    <Button
      variant="default"
      loading={work.isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      className={work.isError ? undefined : css.button}
      onClick={() => work.mutate()}
    >
      {work.isError ? t("exportFailed") : <span className={css.label}>{t("export")}</span>}
    </Button>
  );
}

/** Returns `voucher-templates.csv` for `staff.catalogue.voucherTemplates.csv`. */
function fileOf(procedure: string): string {
  const [, list = ""] = /(\w+?)\.?csv$/i.exec(procedure) ?? [];
  return `${list.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.csv`;
}
