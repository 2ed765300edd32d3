"use client";
import { TextInput } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Card } from "../../../ui/card.tsx";
import { useAmounts } from "../../../ui/form/amount.ts";
import pairs from "../../../ui/form/form.module.css";
import { hintBelow } from "../../../ui/form/hint-below.ts";
import { useUnsaved } from "../../../ui/form/unsaved.ts";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { useFields, useForm } from "../../../ui/form/use-form.ts";
import { useDesk } from "../../session/desk.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { amountOf, numberOf, UNREADABLE } from "./typed.ts";

type Level = Outputs["staff"]["programme"]["levels"]["list"][number];
const fields = ["name", "earnMultiplier", "spendingToReach", "keepMonths"] as const;

/** The levels, each with a form for its rules. */
export function LevelRules({ levels }: { levels: readonly Level[] }) {
  return levels.map((level) => <LevelForm key={level.level} level={level} />);
}

function LevelForm({ level }: { level: Level }) {
  const t = useTranslations("programme");
  const forms = useTranslations("form");
  const { may, me } = useDesk();
  const utils = trpc.useUtils();
  const { read, write } = useAmounts(me.merchant.currency);
  const factor = useAmounts(null);
  const form = useForm(() => ({
    name: level.name,
    earnMultiplier: factor.write(level.earnMultiplier),
    spendingToReach: level.spendingToReach === null ? "" : write(level.spendingToReach),
    keepMonths: String(level.keepMonths),
  }));
  const { given, isChanged, keep } = form;
  useUnsaved(isChanged);
  const update = trpc.staff.programme.levels.save.useMutation({
    onSuccess: () => utils.staff.programme.levels.invalidate(),
  });
  const failed = update.error && failureOf(update.error);
  const { text } = useFields(form, failed);
  const ref = useFocusWrong(failed);
  const disabled = !may("staff.programme.levels.save");

  const isUnclear = amountOf(given.spendingToReach, read) === UNREADABLE;

  function save() {
    const wanted = {
      level: level.level,
      name: given.name,
      earnMultiplier: amountOf(given.earnMultiplier, factor.read) ?? "",
      spendingToReach: amountOf(given.spendingToReach, read),
      keepMonths: numberOf(given.keepMonths),
    };
    update.mutate(wanted, { onSuccess: keep });
  }

  const field = (name: (typeof fields)[number], isNumber = true) => (
    <TextInput
      label={t(`levelFields.${name}`, { currency: me.merchant.currency })}
      description={name === "name" ? undefined : t(`levelHints.${name}`)}
      inputMode={isNumber ? "numeric" : "text"}
      {...text(name)}
      {...(name === "spendingToReach" && isUnclear && { error: forms("amountWrong") })}
      disabled={disabled}
      inputWrapperOrder={hintBelow}
    />
  );

  return (
    <SettingsFrame
      isSaidElsewhere
      form={{ update, isChanged, failed, ref, disabled }}
      fields={fields}
      onSave={save}
    >
      <Card title={t("level", { name: level.name })}>
        <div className={pairs.pairs}>
          {field("name", false)}
          {field("earnMultiplier")}
          {field("spendingToReach")}
          {field("keepMonths")}
        </div>
      </Card>
    </SettingsFrame>
  );
}
