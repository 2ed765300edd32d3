"use client";
import { Button, Group } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { useApi } from "../../rpc/use-api.ts";
import { ChoiceBar } from "../../ui/list/choosing/choice-bar.tsx";
import type { Choice } from "../../ui/list/choosing/use-choice.ts";
import { useForEach } from "../../ui/list/choosing/use-for-each.ts";

export type Replacement = Outputs["staff"]["redemptions"]["replacements"]["items"][number];

/** Marks the chosen replacements as reviewed. */
export function ReviewChosen({ choice }: { choice: Choice<Replacement> }) {
  const t = useTranslations("redemptions");
  const api = useApi();
  const utils = trpc.useUtils();
  const { run, start } = useForEach<Replacement>(() =>
    utils.staff.redemptions.replacements.invalidate(),
  );
  return (
    <ChoiceBar choice={choice} run={run} doneWords={(count) => t("reviewed", { count })}>
      <Group>
        <Button
          onClick={() =>
            start(choice.chosen, ({ id }) =>
              api.staff.redemptions.reviewReplacement.mutate({ redemptionId: id }),
            )
          }
        >
          {t("markReviewed")}
        </Button>
      </Group>
    </ChoiceBar>
  );
}
