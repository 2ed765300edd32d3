"use client";
import { Button, Group } from "@mantine/core";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { useFocusBack, useFocusKept } from "../../ui/form/use-focus-back.ts";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { say } from "../../ui/said/said.tsx";
import css from "../../ui/ui.module.css";
import { ReasonForm } from "../parts/reason-form.tsx";
import { useDesk } from "../session/desk.tsx";
import { AdjustStamps, useAdjustStamps } from "./adjust-stamps.tsx";
import { ForgiveStamps } from "./forgive-stamps.tsx";
import { IssueVoucher, useIssueVoucher } from "./issue-voucher.tsx";

type MembershipActionsProps = {
  id: number;
  isBlocked: boolean;
  /** The stamps that the customer owes. */
  stampsOwed: number;
  /** Whether the customer and the membership are active. */
  isActive: boolean;
};

/** Changes that a manager can make by hand; each is recorded with its reason. */
export function MembershipActions({ id, isBlocked, stampsOwed, isActive }: MembershipActionsProps) {
  const t = useTranslations("customers");
  const { may } = useDesk();
  const [open, setOpen] = useState<"stamps" | "forgive" | "voucher" | "block" | null>(null);
  const close = () => setOpen(null);
  const [last, setLast] = useState(open);
  if (open !== null && open !== last) setLast(open);
  const back = useFocusBack(open !== null);
  const refOf = (name: typeof open) => (last === name ? back : null);
  const stamps = useAdjustStamps(close);
  const voucher = useIssueVoucher(close);
  const issued = voucher.work.data?.voucher;
  if (!may("staff.customers.adjustStamps") && !may("staff.customers.block")) return null;
  return (
    <Card title={t("change")}>
      {open === null ? (
        <Group gap="sm">
          <Button ref={refOf("stamps")} variant="default" onClick={() => setOpen("stamps")}>
            {t("adjust")}
          </Button>
          {stampsOwed > 0 && may("staff.customers.forgiveStamps") ? (
            <Button ref={refOf("forgive")} variant="default" onClick={() => setOpen("forgive")}>
              {t("forgive")}
            </Button>
          ) : null}
          {may("staff.customers.issueVoucher") ? (
            <Button
              ref={refOf("voucher")}
              variant="default"
              onClick={() => {
                voucher.work.reset();
                setOpen("voucher");
              }}
            >
              {t("issue")}
            </Button>
          ) : null}
          {isActive || isBlocked ? null : <MakeActive id={id} />}
          <Button ref={refOf("block")} variant="default" onClick={() => setOpen("block")}>
            {t(isBlocked ? "unblock" : "block")}
          </Button>
        </Group>
      ) : null}
      {open === "stamps" ? <AdjustStamps id={id} state={stamps} onClose={close} /> : null}
      {open === "forgive" ? <ForgiveStamps id={id} onClose={close} /> : null}
      {open === "voucher" ? <IssueVoucher id={id} state={voucher} onClose={close} /> : null}
      {open === "block" ? <BlockMembership {...{ id, isBlocked }} onClose={close} /> : null}
      {issued && open === null ? (
        <div style={{ marginTop: 12 }}>
          <Notice tone="good">
            {t("issued")}{" "}
            <Link className={css.link} href={`/vouchers/${issued.id}`}>
              <bdi>{issued.code}</bdi>
            </Link>
          </Notice>
        </div>
      ) : null}
    </Card>
  );
}

/** Makes an inactive customer or a suspended membership active again. */
function MakeActive({ id }: { id: number }) {
  const t = useTranslations("customers");
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const work = trpc.staff.customers.edit.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.staff.customers.invalidate(), utils.staff.till.invalidate()]);
      say(t("madeActive"));
    },
  });
  useFocusKept();
  if (!may("staff.customers.edit")) return null;
  return (
    <>
      <Button
        loading={work.isPending}
        onClick={() => work.mutate({ customerId: id, isActive: true, status: 100 })}
      >
        {t("makeActive")}
      </Button>
      {work.error ? <Refusal failed={failureOf(work.error)} /> : null}
    </>
  );
}

type BlockProps = Pick<MembershipActionsProps, "id" | "isBlocked"> & { onClose: () => void };

/** Blocks the membership, or unblocks it. */
function BlockMembership({ id, isBlocked, onClose }: BlockProps) {
  const t = useTranslations("customers");
  const utils = trpc.useUtils();
  const block = trpc.staff.customers.block.useMutation({
    onSuccess: () => {
      onClose();
      say(t(isBlocked ? "nowUnblocked" : "nowBlocked"));
      return utils.staff.customers.invalidate();
    },
  });
  return (
    <ReasonForm
      submit={t(isBlocked ? "unblock" : "block")}
      isDanger={!isBlocked}
      isBusy={block.isPending}
      failed={block.error && failureOf(block.error)}
      onBack={onClose}
      onSubmit={(reason) => block.mutate({ customerId: id, isBlocked: !isBlocked, reason })}
    />
  );
}
