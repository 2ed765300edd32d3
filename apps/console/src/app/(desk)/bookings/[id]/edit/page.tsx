import { EditBooking } from "../../../../../features/bookings/edit-booking.tsx";
import { recordPage } from "../../../../../features/frame/record-page.tsx";
import { titleOfRecord } from "../../../../../messages/title.ts";

export const generateMetadata = titleOfRecord("bookings", "bookings.title");

export default recordPage("bookings", "(desk)/bookings/[id]/edit", (id) => <EditBooking id={id} />);
