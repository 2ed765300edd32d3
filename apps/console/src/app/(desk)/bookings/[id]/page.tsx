import { BookingPage } from "../../../../features/bookings/booking-page.tsx";
import { recordPage } from "../../../../features/frame/record-page.tsx";
import { titleOfRecord } from "../../../../messages/title.ts";

export const generateMetadata = titleOfRecord("bookings", "bookings.title");

export default recordPage("bookings", "(desk)/bookings/[id]", (id) => <BookingPage id={id} />);
