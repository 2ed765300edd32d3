import { notFound } from "next/navigation";
import { BookingPage } from "../../../../features/bookings/booking-page.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("bookings.one");

type PageProps = { params: Promise<{ id: string }> };

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  if (!/^[1-9][0-9]{0,14}$/.test(id)) notFound();
  return <BookingPage id={Number(id)} />;
}
