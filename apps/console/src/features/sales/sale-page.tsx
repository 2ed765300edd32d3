"use client";
import { SaleDetail } from "./sale-detail.tsx";

/** One sale, at its own address. */
export function SalePage({ id }: { id: number }) {
  return <SaleDetail id={id} />;
}
