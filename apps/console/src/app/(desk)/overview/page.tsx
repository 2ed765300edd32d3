import type { Metadata } from "next";
import { Overview } from "../../../features/overview/overview.tsx";

export const metadata: Metadata = { title: "Overview" };

export default function Page() {
  return <Overview />;
}
