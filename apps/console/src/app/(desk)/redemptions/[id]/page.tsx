import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RedemptionPage } from "../../../../features/redemptions/redemption-page.tsx";

export const metadata: Metadata = { title: "Redemption" };

type PageProps = { params: Promise<{ id: string }> };

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  if (!/^[1-9][0-9]{0,14}$/.test(id)) notFound();
  return <RedemptionPage id={Number(id)} />;
}
