import { BookingBoard } from "../../../features/bookings/booking-board.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("bookings.title");

export default function Page() {
  return <BookingBoard />;
}
