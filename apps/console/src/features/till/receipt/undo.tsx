"use client";
import { SHORTEST_REASON } from "@stampbook/core/limits";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import { doneOnce, trpc } from "../../../rpc/client.ts";
import { useApi } from "../../../rpc/use-api.ts";
import { Form } from "../../../ui/form/form.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { beginUndo, endUndo } from "../state/steps.ts";
import type { Act, ShownVisit } from "../state/types.ts";
import { refusedOf } from "../use/refused.ts";
import css from "./receipt.module.css";
import { UndoPreview } from "./undo-preview.tsx";

/** The part of a visit to undo: one redemption, or the sale. Null for the whole visit. */
export type Part = { readonly redemptionId: number } | { readonly sale: true } | null;

export type Undone = {
  readonly part: Part;
  readonly stampsLeft: number;
  readonly codes: readonly string[];
};

type UndoProps = {
  visit: ShownVisit;
  visitKey: string;
  isUndone: (id: number | "sale") => boolean;
  act: Act;
  onCancel: () => void;
  onUndone: (undone: Undone) => void;
};

/** Undoes the visit or a part of it. First shows the effects, and asks for a reason. */
export function Undo({ visit, visitKey: key, isUndone, act, onCancel, onUndone }: UndoProps) {
  const t = useTranslations("till");
  const api = useApi();
  const utils = trpc.useUtils();
  const id = useId();
  const [part, setPart] = useState<Part>(null);
  const [reason, setReason] = useState("");
  const preview = trpc.staff.visits.previewUndo.useQuery(
    { key, part },
    { staleTime: 0, gcTime: 0 },
  );
  const work = useMutation({
    networkMode: "always",
    // the part is an argument, because staff may choose another part before the answer
    mutationFn: (undone: Part) =>
      api.staff.visits.undo.mutate(
        { key, part: undone, createReplacementVouchers: true, reason: reason.trim() },
        // parts that are already undone stay as they are
        doneOnce(),
      ),
    onMutate: () => act(beginUndo),
    onSettled: () => act(endUndo),
    onSuccess: ({ stampsLeft, replacements }, undone) => {
      onUndone({ part: undone, stampsLeft, codes: replacements.map(({ code }) => code) });
      void utils.staff.till.invalidate();
      void utils.staff.visits.today.invalidate();
      for (const list of ["redemptions", "sales", "vouchers", "customers"] as const)
        void utils.staff[list].invalidate();
    },
  });
  const refused = refusedOf(work.error);
  const unread = refusedOf(preview.error);
  const parts = partsOf(visit).filter(({ id }) => !isUndone(id));
  const reasons = [t("wrongItem"), t("wrongCustomer"), t("changedMind")];
  const canUndo = preview.isSuccess && reason.trim().length >= SHORTEST_REASON && !work.isPending;
  return (
    <Form
      className={css.undo}
      aria-label={t("undo")}
      onSubmit={() => {
        if (canUndo) work.mutate(part);
      }}
    >
      {parts.length > 1 ? (
        <fieldset>
          <legend>{t("undoWhat")}</legend>
          <label>
            <input type="radio" name={id} checked={part === null} onChange={() => setPart(null)} />
            {t("undoAll")}
          </label>
          {parts.map((each) => (
            <label key={each.id}>
              <input
                type="radio"
                name={id}
                checked={JSON.stringify(part) === JSON.stringify(each.part)}
                onChange={() => setPart(each.part)}
              />
              <bdi>{each.name ?? t("theSale")}</bdi>
            </label>
          ))}
        </fieldset>
      ) : null}
      {preview.data ? <UndoPreview preview={preview.data} /> : null}
      {unread ? <Refusal failed={unread} /> : null}
      <label className={css.reason}>
        <span>{t("undoReason")}</span>
        <input
          className={css.input}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          autoComplete="off"
          autoFocus
        />
      </label>
      <div className={css.chips}>
        {reasons.map((each) => (
          <button key={each} type="button" className={css.chip} onClick={() => setReason(each)}>
            {each}
          </button>
        ))}
      </div>
      {refused ? <Refusal failed={refused} /> : null}
      <div className={css.actions}>
        <button type="submit" className={css.danger} aria-disabled={!canUndo}>
          {t("undoNow")}
        </button>
        <button
          type="button"
          className={css.button}
          aria-disabled={work.isPending}
          onClick={() => work.isPending || onCancel()}
        >
          {t("back")}
        </button>
      </div>
    </Form>
  );
}

function partsOf({ lines, sale }: ShownVisit) {
  const parts: { id: number | "sale"; name: string | null; part: Part }[] = lines.map(
    ({ redemptionId, name }) => ({ id: redemptionId, name, part: { redemptionId } }),
  );
  if (sale) parts.push({ id: "sale", name: null, part: { sale: true } });
  return parts;
}

/** The stamps after an undo, and the codes of the vouchers that it gave back. */
export function UndoneNotice({ undone: { stampsLeft, codes } }: { undone: Undone }) {
  const t = useTranslations("till");
  return (
    <Notice tone="plain">
      <p>
        <strong>{t("undone")}</strong> {t("leftNow", { count: stampsLeft })}
        {codes.length ? (
          <>
            {" "}
            {t("issued", { count: codes.length })} <bdi>{codes.join(", ")}</bdi>
          </>
        ) : null}
      </p>
    </Notice>
  );
}
