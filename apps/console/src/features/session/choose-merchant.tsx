"use client";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { isAnotherMerchant } from "../../rpc/another-merchant.ts";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Refusal } from "../../ui/refusal.tsx";
import type { Me } from "./desk.tsx";
import { tellSignIn } from "./tell-sign-in.ts";

type ChooseMerchantProps = { shown: Me["merchant"]; onStay: () => void };

/** Lets the person switch to the other merchant, or stay with the page's merchant. */
export default function ChooseMerchant({ shown, onStay }: ChooseMerchantProps) {
  const t = useTranslations("anotherMerchant");
  const utils = trpc.useUtils();
  const router = useRouter();
  const stay = useMutation({
    mutationFn: async () => {
      const { ok, status } = await tellSignIn("update-session", { activeMerchantId: shown.id });
      // after a 401 the next call has the reason
      if (!ok && status !== 401) throw new Error(`status ${status}`);
      await utils.client.staff.me.query();
    },
    onSuccess: () => {
      onStay();
      router.refresh();
      void utils.invalidate();
    },
  });
  const isGone = isAnotherMerchant(stay.error);
  const named = { merchant: shown.name, bdi: (text: ReactNode) => <bdi>{text}</bdi> };
  return (
    <Modal
      opened
      onClose={() => {}}
      title={t("title")}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack>
        <p style={{ margin: 0 }}>{t.rich(isGone ? "gone" : "what", named)}</p>
        {stay.error && !isGone ? <Refusal failed={failureOf(stay.error)} /> : null}
        <Group>
          <Button onClick={() => window.location.assign("/till")}>{t("other")}</Button>
          {isGone ? null : (
            <Button variant="default" loading={stay.isPending} onClick={() => stay.mutate()}>
              {t.rich("stay", named)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
