import { BookingBoard } from "../../../features/bookings/booking-board.tsx";
import { PageWords } from "../../../messages/page-words.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("bookings.title");

export default function Page() {
  return (
    <PageWords of="(desk)/bookings">
      <BookingBoard />
    </PageWords>
  );
}
