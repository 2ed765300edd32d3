import { EditCustomer } from "../../../../../features/customers/edit-customer.tsx";
import { recordPage } from "../../../../../features/frame/record-page.tsx";
import { titleOfRecord } from "../../../../../messages/title.ts";

export const generateMetadata = titleOfRecord("customers", "customers.title");

export default recordPage("customers", "(desk)/customers/[id]/edit", (id) => (
  <EditCustomer id={id} />
));
