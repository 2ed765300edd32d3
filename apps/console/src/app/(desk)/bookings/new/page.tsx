import { NewBooking } from "../../../../features/bookings/new-booking.tsx";
import { Allowed } from "../../../../features/session/allowed.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("bookings.add");

export default function Page() {
  return (
    <PageWords of="(desk)/bookings/new">
      <Allowed needs="staff.bookings.add">
        <NewBooking />
      </Allowed>
    </PageWords>
  );
}
