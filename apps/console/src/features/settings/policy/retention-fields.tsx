"use client";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Card } from "../../../ui/card.tsx";
import fields from "../../../ui/form/form.module.css";
import { hintBelow } from "../../../ui/form/hint-below.ts";
import { useUnsaved } from "../../../ui/form/unsaved.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeletons } from "../../../ui/skeletons.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { usePolicyUpdate } from "./use-policy-update.ts";

/** How long bookings, refusals, the audit log and security events are kept. */
export function RetentionForm() {
  const t = useTranslations("retention");
  const { data, error } = trpc.staff.settings.policy.get.useQuery();
  return (
    <>
      <PageTitle title={t("title")} />
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {data ? (
        <RetentionFields policy={data} />
      ) : error ? null : (
        <Skeletons count={4} height={60} />
      )}
    </>
  );
}

type Policy = Outputs["staff"]["settings"]["policy"]["get"];

const kept = ["keepBookingsDays", "keepRefusalsDays", "keepAuditDays", "keepEventsDays"] as const;
type Kept = (typeof kept)[number];
type Texts = Record<Kept, string>;

const textsOf = (policy: Policy) =>
  Object.fromEntries(kept.map((name) => [name, String(policy[name] ?? "")])) as Texts;

/**
 * Returns the changed numbers of days, as the service's input. An empty field is null: its rows are kept
 * forever.
 */
function wantedOf(before: Texts, texts: Texts): Partial<Record<Kept, number | null>> {
  const changed = kept.filter((name) => texts[name].trim() !== before[name]);
  // text that is not a number becomes a value that the service refuses at its field
  const days = (text: string) => (text.trim() ? Number(text) || 0 : null);
  return Object.fromEntries(changed.map((name) => [name, days(texts[name])]));
}

/** The editable numbers of days. The service refuses values out of bounds, each at its field. */
export function RetentionFields({ policy }: { policy: Policy }) {
  const t = useTranslations("retention");
  const [known, setKnown] = useState(() => textsOf(policy));
  const [texts, setTexts] = useState(known);
  const isChanged = kept.some((name) => texts[name] !== known[name]);
  useUnsaved(isChanged);
  const form = usePolicyUpdate();
  const { wrong, disabled } = form;

  const save = () =>
    form.update.mutate(wantedOf(known, texts), {
      onSuccess: (after) => {
        const saved = textsOf(after);
        setKnown(saved);
        // shows the saved numbers, except in fields that were changed while the call ran
        setTexts((now) => {
          const same = kept.filter((name) => now[name] === texts[name]);
          return { ...now, ...Object.fromEntries(same.map((name) => [name, saved[name]])) };
        });
      },
    });

  return (
    <SettingsFrame form={{ ...form, isChanged }} fields={kept} onSave={save}>
      <Card title={t("days")}>
        <div className={fields.pairs}>
          <p className={fields.whole} style={{ margin: 0 }}>
            {t("lead")}
          </p>
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
              inputWrapperOrder={hintBelow}
            />
          ))}
        </div>
      </Card>
    </SettingsFrame>
  );
}
