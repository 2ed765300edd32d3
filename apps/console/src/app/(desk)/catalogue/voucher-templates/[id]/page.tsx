import { notFound } from "next/navigation";
import { VoucherTemplatePage } from "../../../../../features/catalogue/voucher-templates/voucher-template-page.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.voucherTemplate");

type PageProps = { params: Promise<{ id: string }> };

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  if (!/^[1-9][0-9]{0,14}$/.test(id)) notFound();
  return <VoucherTemplatePage id={Number(id)} />;
}
