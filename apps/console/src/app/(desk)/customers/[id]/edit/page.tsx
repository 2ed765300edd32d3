import { notFound } from "next/navigation";
import { EditCustomer } from "../../../../../features/customers/edit-customer.tsx";
import { titleOf } from "../../../../../messages/title.ts";

export const generateMetadata = titleOf("customers.edit");

type PageProps = { params: Promise<{ id: string }> };

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  if (!/^[1-9][0-9]{0,14}$/.test(id)) notFound();
  return <EditCustomer id={Number(id)} />;
}
