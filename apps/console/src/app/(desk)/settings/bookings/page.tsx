import { BookingSettingsForm } from "../../../../features/settings/bookings/booking-settings.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("bookingSettings.title");

export default function Page() {
  return (
    <PageWords of="(desk)/settings/bookings">
      <BookingSettingsForm />
    </PageWords>
  );
}
