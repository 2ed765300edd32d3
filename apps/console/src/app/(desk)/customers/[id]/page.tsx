import { Profile } from "../../../../features/customers/profile.tsx";
import { recordPage } from "../../../../features/frame/record-page.tsx";
import { titleOfRecord } from "../../../../messages/title.ts";

export const generateMetadata = titleOfRecord("customers", "customers.title");

export default recordPage("customers", "(desk)/customers/[id]", (id) => <Profile id={id} />);
