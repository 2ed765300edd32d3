import { NewCustomer } from "../../../../features/customers/new-customer.tsx";
import { Allowed } from "../../../../features/session/allowed.tsx";
import { PageWords } from "../../../../messages/page-words.tsx";
import { titleOf } from "../../../../messages/title.ts";

export const generateMetadata = titleOf("customers.add");

export default function Page() {
  return (
    <PageWords of="(desk)/customers/new">
      <Allowed needs="staff.customers.add">
        <NewCustomer />
      </Allowed>
    </PageWords>
  );
}
