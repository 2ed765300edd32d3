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
import { scopeKey, TokenStateMark } from "./token-state.tsx";

export type Token = Outputs["staff"]["settings"]["tokens"]["list"][number];

/** A token without its secret. It can be revoked here. */
export function TokenDetail({ token }: { token: Token }) {
  const t = useTranslations("tokens");
  const { me } = useDesk();
  const storeNames = useStoreNames();
  const utils = trpc.useUtils();
  const revoke = trpc.staff.settings.tokens.revoke.useMutation({
    onSuccess: () => utils.staff.settings.tokens.invalidate(),
  });
  const moment = (time: string | null) =>
    time && <Moment time={time} timeZone={me.merchant.timezone} />;
  return (
    <Stack>
      <Facts
        facts={[
          [t("state"), <TokenStateMark key="state" state={token.state} />],
          [t("prefix"), <code key="prefix">{token.prefix}…</code>],
          [t("scopes"), token.scopes.map((scope) => t(`scopeNames.${scopeKey(scope)}`)).join(", ")],
          [t("stores"), <bdi key="stores">{storeNames(token.stores)}</bdi>],
          [t("used"), moment(token.lastUsedAt) ?? t("never")],
          [t("ends"), moment(token.expiresAt) ?? t("endless")],
          [t("states.revoked"), moment(token.revokedAt)],
          [t("created"), moment(token.createdAt)],
        ]}
      />
      {token.state === "active" ? (
        <Confirm
          submit={t("revoke")}
          isBusy={revoke.isPending}
          failed={revoke.error && failureOf(revoke.error)}
          onConfirm={() => revoke.mutate({ id: token.id })}
        >
          {t.rich("revokeAsk", { name: token.name, bdi: (text) => <bdi>{text}</bdi> })}
        </Confirm>
      ) : null}
    </Stack>
  );
}
