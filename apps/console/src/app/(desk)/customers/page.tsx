import type { Metadata } from "next";
import { CustomerList } from "../../../features/customers/customer-list.tsx";

export const metadata: Metadata = { title: "Customers" };

export default function Page() {
  return <CustomerList />;
}
