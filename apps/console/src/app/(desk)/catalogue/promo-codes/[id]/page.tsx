import { notFound } from "next/navigation";
import { PromoCodePage } from "../../../../../features/catalogue/promo-codes/promo-code-page.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.promoCode");

type PageProps = { params: Promise<{ id: string }> };

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  if (!/^[1-9][0-9]{0,14}$/.test(id)) notFound();
  return <PromoCodePage id={Number(id)} />;
}
