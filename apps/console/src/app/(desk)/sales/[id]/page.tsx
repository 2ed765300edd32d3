import { notFound } from "next/navigation";
import { SalePage } from "../../../../features/sales/sale-page.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("sales.one");

type PageProps = { params: Promise<{ id: string }> };

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  if (!/^[1-9][0-9]{0,14}$/.test(id)) notFound();
  return <SalePage id={Number(id)} />;
}
