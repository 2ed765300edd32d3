import type { Metadata } from "next";
import { Till } from "../../../features/till/till.tsx";

export const metadata: Metadata = { title: "Till" };

export default function Page() {
  return <Till />;
}
