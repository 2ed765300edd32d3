import { CustomerList } from "../../../features/customers/customer-list.tsx";
import { PageWords } from "../../../messages/page-words.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("customers.title");

export default function Page() {
  return (
    <PageWords of="(desk)/customers">
      <CustomerList />
    </PageWords>
  );
}
