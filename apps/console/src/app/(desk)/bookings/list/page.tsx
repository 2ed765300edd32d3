import { BookingList } from "../../../../features/bookings/booking-list.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("bookings.list");

export default function Page() {
  return <BookingList />;
}
