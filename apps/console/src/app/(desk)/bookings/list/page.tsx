import { BookingList } from "../../../../features/bookings/booking-list.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("bookings.list");

export default function Page() {
  return (
    <PageWords of="(desk)/bookings/list">
      <BookingList />
    </PageWords>
  );
}
