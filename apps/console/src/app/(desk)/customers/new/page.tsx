import { NewCustomer } from "../../../../features/customers/new-customer.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("customers.add");

export default function Page() {
  return <NewCustomer />;
}
