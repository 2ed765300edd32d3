"use client";
import { RedemptionDetail } from "./redemption-detail.tsx";

/** One redemption, at its own address. */
export function RedemptionPage({ id }: { id: number }) {
  return <RedemptionDetail id={id} />;
}
