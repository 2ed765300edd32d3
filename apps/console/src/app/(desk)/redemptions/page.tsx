import type { Metadata } from "next";
import { RedemptionList } from "../../../features/redemptions/redemption-list.tsx";

export const metadata: Metadata = { title: "Redemptions" };

export default function Page() {
  return <RedemptionList />;
}
