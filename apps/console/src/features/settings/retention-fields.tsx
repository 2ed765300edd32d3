"use client";
import { Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { useFieldWords } from "../../ui/field-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { Submit } from "../../ui/submit.tsx";
import { useChanges, useUnsaved } from "../../ui/unsaved.ts";
import { useFocusWrong } from "../../ui/use-focus-wrong.ts";
import { useDesk } from "../session/desk.tsx";
import css from "./settings.module.css";
import { Unplaced } from "./unplaced.tsx";

type Policy = Outputs["staff"]["settings"]["policy"]["get"];

const kept = ["keepBookingsDays", "keepRefusalsDays", "keepAuditDays", "keepEventsDays"] as const;
type Kept = (typeof kept)[number];
type Texts = Record<Kept, string>;

const textsOf = (of: Policy) =>
  Object.fromEntries(kept.map((name) => [name, String(of[name] ?? "")])) as Texts;

/** Days as they are sent; an empty field keeps rows for good. */
function wantedOf(before: Texts, texts: Texts): Partial<Record<Kept, number | null>> {
  const changed = kept.filter((name) => texts[name].trim() !== before[name]);
  // what is no number becomes one that the service refuses on its field
  const days = (text: string) => (text.trim() ? Number(text) || 0 : null);
  return Object.fromEntries(changed.map((name) => [name, days(texts[name])]));
}

/** The days as they can be changed; the service says what is out of bounds, each on its field. */
export function RetentionFields({ of }: { of: Policy }) {
  const t = useTranslations("retention");
  const settings = useTranslations("settings");
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const [known, setKnown] = useState(() => textsOf(of));
  const [texts, setTexts] = useState(known);
  const { isChanged, keep } = useChanges(texts);
  useUnsaved(isChanged);
  const update = trpc.staff.settings.policy.update.useMutation({
    onSuccess: (after) => {
      const saved = textsOf(after);
      setKnown(saved);
      setTexts(saved);
      keep();
      return utils.staff.settings.policy.invalidate();
    },
  });
  const failed = update.error && failureOf(update.error);
  const wrong = useFieldWords(failed);
  const form = useFocusWrong(failed);
  const disabled = !may("staff.settings.policy.update");
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate(wantedOf(known, texts));
      }}
    >
      {disabled ? <Notice tone="plain">{settings("readOnly")}</Notice> : null}
      <Card title={t("days")}>
        <Stack>
          <p style={{ margin: 0 }}>{t("lead")}</p>
          {kept.map((name) => (
            <TextInput
              key={name}
              label={t(name)}
              description={t(`${name}Hint`)}
              placeholder={t("forGood")}
              inputMode="numeric"
              autoComplete="off"
              value={texts[name]}
              onChange={({ currentTarget }) => setTexts({ ...texts, [name]: currentTarget.value })}
              error={wrong(name)}
              disabled={disabled}
            />
          ))}
        </Stack>
      </Card>
      <Unplaced of={failed} fields={kept} />
      {update.isSuccess ? <Notice tone="good">{settings("saved")}</Notice> : null}
      {disabled ? null : (
        <Submit loading={update.isPending} style={{ justifySelf: "start" }}>
          {settings("save")}
        </Submit>
      )}
    </form>
  );
}
