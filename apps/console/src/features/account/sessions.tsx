"use client";
import { Button, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { State } from "../../ui/state.tsx";
import ui from "../../ui/ui.module.css";
import { AuthProblem } from "../session/auth-problem.tsx";
import { useDesk } from "../session/desk.tsx";
import { deviceOf } from "../session/device.ts";
import { signInClient } from "../session/sign-in-client.ts";
import { readProblemOf, useAuthCall } from "../session/use-auth-call.ts";
import css from "./account.module.css";
import { useSession } from "./use-session.ts";

/** A person's sessions; each can be ended here. */
export function Sessions() {
  const t = useTranslations("account");
  const { me } = useDesk();
  const { session, sessions, refresh } = useSession();
  const { call, problem, isBusy } = useAuthCall();
  const own = session.data?.session.token;
  // lists nothing until this session is known, so that nobody ends it by mistake
  const rows = ((own && sessions.data) || [])
    .map((one) => ({ ...one, device: deviceOf(one.userAgent ?? "") ?? t("unknownDevice") }))
    .sort((one, other) =>
      one.token === own ? -1 : other.token === own ? 1 : +other.updatedAt - +one.updatedAt,
    );

  async function end(work: Parameters<typeof call>[0]) {
    if ((await call(work)) !== null) await refresh();
  }

  return (
    <Card title={t("sessions")}>
      <Text c="dimmed">{t("sessionsLead")}</Text>
      {sessions.isPending || session.isPending ? <Skeletons count={1} height={71} /> : null}
      <AuthProblem problem={readProblemOf(sessions.error ?? session.error)} />
      <ul className={css.rows} aria-label={t("sessions")}>
        {rows.map(({ id, token, device, ipAddress, createdAt }) => (
          <li key={id}>
            <span>
              <bdi>{device}</bdi> {token === own ? <State tone="good">{t("here")}</State> : null}
              <br />
              <span className={`${ui.quiet} ${ui.small}`}>
                {ipAddress ? (
                  <>
                    <bdi>{ipAddress}</bdi>,{" "}
                  </>
                ) : null}
                {t("since")}{" "}
                <Moment time={new Date(createdAt).toISOString()} timeZone={me.merchant.timezone} />
              </span>
            </span>
            {token === own ? null : (
              <Button
                variant="default"
                disabled={isBusy}
                aria-label={[`${t("revoke")}: ${device}`, ipAddress].filter(Boolean).join(", ")}
                onClick={() => void end(() => signInClient.revokeSession({ token }))}
              >
                {t("revoke")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AuthProblem problem={problem} />
      {rows.length > 1 ? (
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => void end(() => signInClient.revokeOtherSessions())}
        >
          {t("revokeOthers")}
        </Button>
      ) : null}
    </Card>
  );
}
