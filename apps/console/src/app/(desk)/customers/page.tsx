import { CustomerList } from "../../../features/customers/customer-list.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("customers.title");

export default function Page() {
  return <CustomerList />;
}
