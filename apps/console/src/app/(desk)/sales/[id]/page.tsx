import { recordPage } from "../../../../features/frame/record-page.tsx";
import { SalePage } from "../../../../features/sales/sale-page.tsx";
import { titleOfRecord } from "../../../../messages/title.ts";

export const generateMetadata = titleOfRecord("sales", "sales.title");

export default recordPage("sales", "(desk)/sales/[id]", (id) => <SalePage id={id} />);
