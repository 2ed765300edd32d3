import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { useApi } from "../../../rpc/use-api.ts";
import { useAmounts } from "../../../ui/form/amount.ts";
import { useDesk } from "../../session/desk.tsx";
import { useItemForm } from "../use-item-form.ts";
import type { Reward } from "./reward-facts.tsx";

const valuesOf = (reward: Reward | null, write: (value: string) => string) => ({
  name: reward?.name ?? "",
  code: reward?.code ?? "",
  kind: reward?.kind ?? ("fixed" as const),
  stampsToRedeem: reward?.kind === "fixed" ? String(reward.stampsToRedeem) : "",
  voucherTemplateId: String(reward?.voucherTemplateId ?? ""),
  isActive: reward?.isActive ?? true,
  isVisible: reward?.isVisible ?? true,
  description: reward?.description ?? "",
  terms: reward?.terms ?? "",
  imageUrl: reward?.imageUrl ?? "",
  landscapeUrl: reward?.landscapeUrl ?? "",
  price: reward?.price ? write(reward.price) : "",
  startDate: reward?.startDate ?? "",
  endDate: reward?.endDate ?? "",
  stores: reward?.stores ?? [],
  channels: reward?.channels ?? [],
});
type Values = ReturnType<typeof valuesOf>;

/** Converts a form's texts to the service's input, with the parsed price. */
function inputOf(values: Values, price: string | null) {
  const { stampsToRedeem, voucherTemplateId, stores, channels, ...rest } = values;
  return {
    ...rest,
    price,
    imageUrl: rest.imageUrl.trim(),
    landscapeUrl: rest.landscapeUrl.trim(),
    stampsToRedeem: rest.kind === "fixed" ? Number(stampsToRedeem) : 0,
    voucherTemplateId: Number(voucherTemplateId) || null,
    stores: [...stores],
    channels: [...channels],
  };
}

export type RewardFormState = ReturnType<typeof useRewardForm>;

/** Returns the form's state. The form is not sent while its price cannot be read as an amount. */
export function useRewardForm(reward: Reward | null) {
  const forms = useTranslations("form");
  const { rewards } = useApi().staff.catalogue;
  const amounts = useAmounts(useDesk().me.merchant.currency);
  const priceRef = useRef<HTMLInputElement>(null);
  const form = useItemForm({
    list: "/catalogue/rewards",
    id: reward?.id ?? null,
    initial: () => valuesOf(reward, amounts.write),
    save: (values) => {
      const input = inputOf(values, amounts.read(values.price));
      return reward
        ? rewards.update.mutate({ id: reward.id, ...input })
        : rewards.create.mutate(input);
    },
  });
  const { price } = form.values;
  const isUnclear = price.trim() !== "" && amounts.read(price) === null;
  const onSubmit = () => (isUnclear ? priceRef.current?.focus() : form.frame.onSubmit());
  return {
    ...form,
    frame: { ...form.frame, onSubmit },
    priceRef,
    priceError: isUnclear ? forms("amountWrong") : form.errorOf("price"),
  };
}
