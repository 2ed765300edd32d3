"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { useFocusBack } from "../../ui/form/use-focus-back.ts";
import { downloadFile } from "../../ui/list/download.ts";
import { Refusal } from "../../ui/refusal.tsx";
import { say } from "../../ui/said/said.tsx";
import { useDesk } from "../session/desk.tsx";
import { AnonymizeForm } from "./anonymize-form.tsx";

/** A customer's privacy requests: export of their data, and erasure. */
export function Privacy({ id, name }: { id: number; name: string }) {
  const t = useTranslations("privacy");
  const { may } = useDesk();
  const router = useRouter();
  const utils = trpc.useUtils();
  const [isAsking, setAsking] = useState(false);
  const back = useFocusBack(isAsking);
  const exported = trpc.staff.customers.exportData.useMutation({
    onSuccess: (file) =>
      downloadFile(`customer-${id}.json`, "application/json", [JSON.stringify(file, null, 2)]),
  });
  const anonymize = trpc.staff.customers.anonymize.useMutation({
    onSuccess: async () => {
      router.replace("/customers");
      say(t("anonymized", { name }));
      await utils.invalidate();
    },
  });
  if (!may("staff.customers.exportData")) return null;
  return (
    <Card title={t("title")}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("lead")}
        </Text>
        {exported.error ? <Refusal failed={failureOf(exported.error)} /> : null}
        {isAsking ? (
          <AnonymizeForm
            name={name}
            isBusy={anonymize.isPending}
            failed={anonymize.error && failureOf(anonymize.error)}
            onBack={() => setAsking(false)}
            onSubmit={(input) => anonymize.mutate({ customerId: id, ...input })}
          />
        ) : (
          <Group gap="sm">
            <Button
              variant="default"
              loading={exported.isPending}
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => exported.mutate({ customerId: id })}
            >
              {t("export")}
            </Button>
            {may("staff.customers.anonymize") ? (
              <Button ref={back} variant="default" onClick={() => setAsking(true)}>
                {t("anonymize")}
              </Button>
            ) : null}
          </Group>
        )}
      </Stack>
    </Card>
  );
}
