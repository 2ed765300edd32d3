"use client";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { useFieldWords } from "../../ui/field-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Submit } from "../../ui/submit.tsx";
import ui from "../../ui/ui.module.css";
import { useChanges, useUnsaved } from "../../ui/unsaved.ts";
import { useFocusWrong } from "../../ui/use-focus-wrong.ts";
import { useDesk } from "../session/desk.tsx";
import { channels, templateHref } from "./channels.ts";
import css from "./settings.module.css";
import { placeholders, type Template } from "./template.ts";
import { TemplateApproved } from "./template-approved.tsx";
import { TemplateDesign } from "./template-design.tsx";
import { TemplatePreview } from "./template-preview.tsx";
import { TestSend } from "./test-send.tsx";
import { Unplaced } from "./unplaced.tsx";

const blank: Template = { code: "", channel: "email", subject: "", body: "", html: "", mjml: "" };

/** A message's texts beside a preview with samples; null creates a new template. */
export function TemplateEditor({ of }: { of: Template | null }) {
  const t = useTranslations("templates");
  const settings = useTranslations("settings");
  const { may } = useDesk();
  const router = useRouter();
  const utils = trpc.useUtils();
  const [template, setTemplate] = useState<Template>(of ?? blank);
  const known = trpc.staff.settings.messageTemplates.list.useQuery();
  const { isChanged, keep } = useChanges(template);
  useUnsaved(isChanged);
  const refresh = () => utils.staff.settings.messageTemplates.list.invalidate();
  const save = trpc.staff.settings.messageTemplates.save.useMutation({
    onSuccess: async () => {
      keep();
      await refresh();
      if (!of) router.replace(templateHref({ ...template, code: template.code.trim() }));
    },
  });
  const remove = trpc.staff.settings.messageTemplates.remove.useMutation({
    onSuccess: async () => {
      keep();
      await refresh();
      router.push("/settings/messages");
    },
  });
  const failed = save.error && failureOf(save.error);
  const wrong = useFieldWords(failed);
  const form = useFocusWrong(failed);
  const disabled = !may("staff.settings.messageTemplates.save");
  const put = (part: Partial<Template>) => setTemplate({ ...template, ...part });
  // a new template must not overwrite an existing one with its name
  const there = of
    ? undefined
    : known.data?.find(
        ({ code, channel }) => code === template.code.trim() && channel === template.channel,
      );

  return (
    <>
      <p style={{ margin: "0 0 4px" }}>
        <Link className={ui.link} href="/settings/messages">
          ‹ {t("back")}
        </Link>
      </p>
      <PageTitle
        title={
          of ? (
            <>
              <bdi>{of.code}</bdi> · {t(`channels.${of.channel}`)}
            </>
          ) : (
            t("new")
          )
        }
      />
      <div className={css.editor}>
        <form
          ref={form}
          className={css.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!there) save.mutate(template);
          }}
        >
          {disabled ? <Notice tone="plain">{settings("readOnly")}</Notice> : null}
          {of ? null : (
            <>
              <NativeSelect
                label={t("channel")}
                value={template.channel}
                onChange={({ currentTarget }) =>
                  put({
                    channel: channels.find((one) => one === currentTarget.value) ?? "email",
                    approved: null,
                  })
                }
                data={channels.map((value) => ({ value, label: t(`channels.${value}`) }))}
              />
              <TextInput
                label={t("code")}
                description={t("codeHint")}
                value={template.code}
                onChange={({ currentTarget }) => put({ code: currentTarget.value })}
                error={there ? t("there") : wrong("code")}
                autoComplete="off"
              />
              {there ? (
                <Link className={ui.link} href={templateHref(there)}>
                  {t("openIt")}
                </Link>
              ) : null}
            </>
          )}
          {template.channel === "email" ? (
            <TextInput
              label={t("subject")}
              value={template.subject}
              onChange={({ currentTarget }) => put({ subject: currentTarget.value })}
              error={wrong("subject")}
              readOnly={disabled}
            />
          ) : null}
          <Textarea
            label={t("body")}
            rows={7}
            value={template.body}
            onChange={({ currentTarget }) => put({ body: currentTarget.value })}
            error={wrong("body")}
            readOnly={disabled}
          />
          {template.channel === "email" ? (
            <TemplateDesign of={template} wrong={wrong} disabled={disabled} onChange={put} />
          ) : null}
          {template.channel === "whatsapp" ? (
            <TemplateApproved of={template} wrong={wrong} disabled={disabled} onChange={put} />
          ) : null}
          <p className={css.words}>
            {t("placeholders")}
            {placeholders.map((name) => (
              <code key={name}>{`{{${name}}}`}</code>
            ))}
          </p>
          <Unplaced of={failed} fields={["code", "subject", "body", "html", "mjml", "approved"]} />
          {save.isSuccess ? <Notice tone="good">{settings("saved")}</Notice> : null}
          {disabled ? null : <Submit loading={save.isPending}>{settings("save")}</Submit>}
          {of && may("staff.settings.messageTemplates.remove") ? (
            <Confirm
              submit={t("remove")}
              isBusy={remove.isPending}
              failed={remove.error && failureOf(remove.error)}
              onConfirm={() => remove.mutate({ code: of.code, channel: of.channel })}
            >
              {t.rich("removeAsk", { code: of.code, bdi: (text) => <bdi>{text}</bdi> })}
            </Confirm>
          ) : null}
        </form>
        <div className={css.preview}>
          <TemplatePreview of={template} />
          {may("staff.settings.messageTemplates.sendTest") ? <TestSend of={template} /> : null}
        </div>
      </div>
    </>
  );
}
