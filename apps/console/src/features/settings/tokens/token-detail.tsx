"use client";
import { Stack } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Confirm } from "../../../ui/form/confirm.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { useDesk } from "../../session/desk.tsx";
import { useStoreNames } from "../../session/use-store-names.ts";
import { TokenStateMark } from "./token-state.tsx";

export type Token = Outputs["staff"]["settings"]["tokens"]["list"][number];

/** A token without its secret. It can be revoked here. */
export function TokenDetail({ of }: { of: Token }) {
  const t = useTranslations("tokens");
  const { me } = useDesk();
  const storeNames = useStoreNames();
  const utils = trpc.useUtils();
  const revoke = trpc.staff.settings.tokens.revoke.useMutation({
    onSuccess: () => utils.staff.settings.tokens.invalidate(),
  });
  const moment = (at: string | null) => at && <Moment at={at} timeZone={me.merchant.timezone} />;
  return (
    <Stack>
      <Facts
        of={[
          [t("state"), <TokenStateMark key="state" of={of.state} />],
          [t("prefix"), <code key="prefix">{of.prefix}…</code>],
          [t("scopes"), of.scopes.map((scope) => t(`scopeNames.${scope}`)).join(", ")],
          [t("stores"), <bdi key="stores">{storeNames(of.stores)}</bdi>],
          [t("used"), moment(of.lastUsedAt) ?? t("never")],
          [t("ends"), moment(of.expiresAt) ?? t("endless")],
          [t("states.revoked"), moment(of.revokedAt)],
          [t("created"), moment(of.createdAt)],
        ]}
      />
      {of.state === "active" ? (
        <Confirm
          submit={t("revoke")}
          isBusy={revoke.isPending}
          failed={revoke.error && failureOf(revoke.error)}
          onConfirm={() => revoke.mutate({ id: of.id })}
        >
          {t.rich("revokeAsk", { name: of.name, bdi: (text) => <bdi>{text}</bdi> })}
        </Confirm>
      ) : null}
    </Stack>
  );
}
