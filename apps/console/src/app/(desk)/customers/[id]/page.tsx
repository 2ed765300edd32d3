import { notFound } from "next/navigation";
import { Profile } from "../../../../features/customers/profile.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("palette.customer");

type PageProps = { params: Promise<{ id: string }> };

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  if (!/^[1-9][0-9]{0,14}$/.test(id)) notFound();
  return <Profile id={Number(id)} />;
}
