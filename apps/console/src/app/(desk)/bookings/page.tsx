import type { Metadata } from "next";
import { BookingBoard } from "../../../features/bookings/booking-board.tsx";

export const metadata: Metadata = { title: "Bookings" };

export default function Page() {
  return <BookingBoard />;
}
