import type { Metadata } from "next";
import { RefusalList } from "../../../../features/redemptions/refusal-list.tsx";

export const metadata: Metadata = { title: "Refused attempts" };

export default function Page() {
  return <RefusalList />;
}
