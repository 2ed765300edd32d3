import { notFound } from "next/navigation";
import { RewardPage } from "../../../../../features/catalogue/rewards/reward-page.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("catalogue.reward");

type PageProps = { params: Promise<{ id: string }> };

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  if (!/^[1-9][0-9]{0,14}$/.test(id)) notFound();
  return <RewardPage id={Number(id)} />;
}
