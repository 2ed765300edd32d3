"use client";
import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Card } from "../../../ui/card.tsx";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { Form } from "../../../ui/form/form.tsx";
import { Submit } from "../../../ui/form/submit.tsx";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useDesk } from "../../session/desk.tsx";
import css from "../settings.module.css";
import { Unplaced } from "../unplaced.tsx";
import type { Template } from "./template.ts";

/** Sends the editor's content as a test: a mail to the signed-in person, other channels to a phone number. */
export function TestSend({ template }: { template: Template }) {
  const t = useTranslations("templates");
  const { me } = useDesk();
  const [number, setNumber] = useState("");
  const send = trpc.staff.settings.messageTemplates.sendTest.useMutation();
  const failed = send.error && failureOf(send.error);
  const wrong = useFieldWords(failed);
  const form = useFocusWrong(failed);
  const isEmail = template.channel === "email";
  const { data: ways } = trpc.staff.waysIn.useQuery(undefined, { enabled: isEmail });
  if (isEmail && ways?.hasMail === false)
    return (
      <div style={{ marginTop: 16 }}>
        <Card title={t("test")}>
          <Text c="dimmed">{t("noMail")}</Text>
        </Card>
      </div>
    );
  return (
    <div style={{ marginTop: 16 }}>
      <Card title={t("test")}>
        <Form
          ref={form}
          className={css.form}
          onSubmit={() => {
            send.mutate({
              template: { ...template, code: template.code.trim() || "test" },
              number: isEmail ? null : number.replace(/[\s-]/g, ""),
            });
          }}
        >
          <Text size="sm" c="dimmed">
            {isEmail ? `${t("testMail", { email: me.person.email })} ` : null}
            {t("unsaved")}
          </Text>
          {isEmail ? null : (
            <TextInput
              label={t("number")}
              description={t("numberHint")}
              type="tel"
              value={number}
              onChange={({ currentTarget }) => setNumber(currentTarget.value)}
              error={wrong("number")}
            />
          )}
          <Unplaced failed={failed} fields={["number"]} />
          {send.data ? (
            <Notice tone="good">{t("sent", { recipient: send.data.recipient })}</Notice>
          ) : null}
          <Submit variant="default" loading={send.isPending} style={{ justifySelf: "start" }}>
            {t("send")}
          </Submit>
        </Form>
      </Card>
    </div>
  );
}
