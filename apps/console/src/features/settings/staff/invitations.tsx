"use client";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Card } from "../../../ui/card.tsx";
import { Confirm } from "../../../ui/form/confirm.tsx";
import { Moment } from "../../../ui/moment.tsx";
import ui from "../../../ui/ui.module.css";
import { Email } from "../../parts/email.tsx";
import { useDesk } from "../../session/desk.tsx";
import { useStoreNames } from "../../session/use-store-names.ts";
import css from "../settings.module.css";

type Invitation = Outputs["staff"]["settings"]["staff"]["list"]["invitations"][number];

/** Invitations that are not accepted yet. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const t = useTranslations("staffPage");
  return (
    <Card title={t("waiting")}>
      {invitations.length ? (
        <ul className={css.rows}>
          {invitations.map((one) => (
            <Waiting key={one.id} invitation={one} />
          ))}
        </ul>
      ) : (
        <p className={ui.quiet}>{t("none")}</p>
      )}
    </Card>
  );
}

function Waiting({
  invitation: { id, email, role, stores, expiresAt },
}: {
  invitation: Invitation;
}) {
  const t = useTranslations("staffPage");
  const names = useTranslations("frame");
  const { me } = useDesk();
  const storeNames = useStoreNames();
  const utils = trpc.useUtils();
  const revoke = trpc.staff.settings.staff.revokeInvitation.useMutation({
    onSuccess: () => utils.staff.settings.staff.invalidate(),
  });
  return (
    <li>
      <span>
        <strong>
          <Email address={email} />
        </strong>
        <br />
        <span className={ui.quiet}>
          {names(role)} · <bdi>{storeNames(stores)}</bdi> · {t("until")}{" "}
          <Moment time={expiresAt} timeZone={me.merchant.timezone} />
        </span>
      </span>
      <Confirm
        submit={t("revoke")}
        isBusy={revoke.isPending}
        failed={revoke.error && failureOf(revoke.error)}
        onConfirm={() => revoke.mutate({ id })}
      >
        {t.rich("revokeAsk", { email, bdi: (text) => <bdi>{text}</bdi> })}
      </Confirm>
    </li>
  );
}
