"use client";
import { Textarea, TextInput } from "@mantine/core";
import { isBookingMessage, placeholdersOf } from "@stampbook/core/placeholders";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Confirm } from "../../../ui/form/confirm.tsx";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { Form } from "../../../ui/form/form.tsx";
import { Submit } from "../../../ui/form/submit.tsx";
import { useChanges, useUnsaved } from "../../../ui/form/unsaved.ts";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useDesk } from "../../session/desk.tsx";
import css from "../settings.module.css";
import { Unplaced } from "../unplaced.tsx";
import { type Template, templateHref } from "./template.ts";
import { TemplateApproved } from "./template-approved.tsx";
import { TemplateDesign } from "./template-design.tsx";
import { TemplateIdentity, TemplateOccasion } from "./template-identity.tsx";
import { TemplatePreview } from "./template-preview.tsx";
import { TestSend } from "./test-send.tsx";

const blank: Template = { code: "", channel: "email", subject: "", body: "", html: "", mjml: "" };

/**
 * What only an email has. Other channels do not show these fields, so nobody could correct there what the
 * service refuses. They come back if the channel is changed back.
 */
const withoutEmail = { subject: "", html: "", mjml: "" };

/** Returns the edited template, and the calls that save and remove it. */
function useTemplateForm(saved: Template | null) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const [typed, setTyped] = useState<Template>(saved ?? blank);
  const template = typed.channel === "email" ? typed : { ...typed, ...withoutEmail };
  const known = trpc.staff.settings.messageTemplates.list.useQuery();
  const { isChanged, keep } = useChanges(template);
  useUnsaved(isChanged);
  const refresh = () => utils.staff.settings.messageTemplates.list.invalidate();
  const save = trpc.staff.settings.messageTemplates.save.useMutation({
    onSuccess: async () => {
      await refresh();
      if (!saved) router.replace(templateHref({ ...template, code: template.code.trim() }));
    },
  });
  const remove = trpc.staff.settings.messageTemplates.remove.useMutation({
    onSuccess: async () => {
      keep();
      await refresh();
      router.push("/settings/messages");
    },
  });
  const existing = saved
    ? undefined
    : known.data?.find(
        ({ code, channel }) => code === template.code.trim() && channel === template.channel,
      );
  return {
    template,
    isChanged,
    save,
    remove,
    keep,
    change: (changes: Partial<Template>) => setTyped({ ...typed, ...changes }),
    /** The saved template that a new template would overwrite. Undefined if it would overwrite nothing. */
    existing,
  };
}

/** Edits a message's texts beside a preview with sample data. Null creates a new template. */
export function TemplateEditor({ saved }: { saved: Template | null }) {
  const { may } = useDesk();
  const form = useTemplateForm(saved);
  return (
    <div className={css.editor}>
      <TemplateForm saved={saved} form={form} />
      <div className={css.preview}>
        <TemplatePreview draft={form.template} />
        {may("staff.settings.messageTemplates.sendTest") ? (
          <TestSend template={form.template} />
        ) : null}
      </div>
    </div>
  );
}

type TemplateFormProps = { saved: Template | null; form: ReturnType<typeof useTemplateForm> };

/** The fields of a template, read-only for people without the right. */
function TemplateForm({
  saved,
  form: { template, isChanged, save, remove, keep, change, existing },
}: TemplateFormProps) {
  const t = useTranslations("templates");
  const settings = useTranslations("settings");
  const { may } = useDesk();
  const failed = save.error && failureOf(save.error);
  const wrong = useFieldWords(failed);
  const ref = useFocusWrong(failed);
  const disabled = !may("staff.settings.messageTemplates.save");
  const part = { template, wrong, disabled, onChange: change };
  // After a new message is saved, its own page opens with the saved text. What was typed meanwhile would be
  // lost.
  const isCreating = !saved && (save.isPending || save.isSuccess);
  return (
    <Form
      ref={ref}
      className={css.form}
      onSubmit={() => {
        if (!existing) save.mutate(template, { onSuccess: keep });
      }}
    >
      {disabled ? <Notice tone="plain">{settings("readOnly")}</Notice> : null}
      <fieldset disabled={isCreating} style={{ display: "contents" }}>
        {saved ? (
          <TemplateOccasion code={saved.code} />
        ) : (
          <TemplateIdentity {...{ template, existing, wrong }} onChange={change} />
        )}
        {template.channel === "email" ? (
          <TextInput
            label={t("subject")}
            value={template.subject}
            onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
            error={wrong("subject")}
            readOnly={disabled}
          />
        ) : null}
        <Textarea
          label={t("body")}
          rows={7}
          value={template.body}
          onChange={({ currentTarget }) => change({ body: currentTarget.value })}
          error={wrong("body")}
          readOnly={disabled}
        />
        {template.channel === "email" ? <TemplateDesign {...part} /> : null}
        {template.channel === "whatsapp" ? <TemplateApproved {...part} /> : null}
      </fieldset>
      <p className={css.words}>
        {t("placeholders")}
        {placeholdersOf(template.code.trim()).map((name) => (
          <code key={name}>{`{{${name}}}`}</code>
        ))}
      </p>
      <Unplaced failed={failed} fields={["code", "subject", "body", "html", "mjml", "approved"]} />
      {save.isSuccess && !isChanged ? <Notice tone="good">{settings("saved")}</Notice> : null}
      {disabled ? null : <Submit loading={save.isPending}>{settings("save")}</Submit>}
      {saved && may("staff.settings.messageTemplates.remove") ? (
        <Confirm
          submit={t("remove")}
          isBusy={remove.isPending}
          failed={remove.error && failureOf(remove.error)}
          onConfirm={() => remove.mutate({ code: saved.code, channel: saved.channel })}
        >
          {isBookingMessage(saved.code)
            ? t("removeBookingAsk")
            : t.rich("removeAsk", { code: saved.code, bdi: (text) => <bdi>{text}</bdi> })}
        </Confirm>
      ) : null}
    </Form>
  );
}
