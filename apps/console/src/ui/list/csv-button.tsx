"use client";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useMessages, useTranslations } from "use-intl/react";
import css from "./csv-button.module.css";
import { type Messages, withHeads } from "./csv-words.ts";
import { downloadCsv } from "./download.ts";

type CsvButtonProps = {
  name: string;
  pageAfter: (cursor: string | null) => Promise<{ text: string; nextCursor: string | null }>;
};

/** The button that exports the filtered list as a CSV file. */
export function CsvButton({ name, pageAfter }: CsvButtonProps) {
  const t = useTranslations("list");
  // the cast is safe, as in `useCsvWords`, which every list with this button calls
  const messages = useMessages() as Messages;
  const work = useMutation({
    mutationFn: () => downloadCsv(name, pageAfter, (text) => withHeads(messages, text)),
    meta: { isReading: true },
  });
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
