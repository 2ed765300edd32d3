"use client";
import { Button } from "@mantine/core";
import { useTranslations } from "use-intl/react";

type MoreProps = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

/** The button that loads the next page of a list; nothing after the last page. */
export function More({ hasNextPage, isFetchingNextPage, fetchNextPage }: MoreProps) {
  const t = useTranslations("list");
  if (!hasNextPage) return null;
  return (
    <Button
      variant="default"
      loading={isFetchingNextPage}
      onClick={() => fetchNextPage()}
      mt="md"
      mx="auto"
      display="block"
    >
      {t("more")}
    </Button>
  );
}
