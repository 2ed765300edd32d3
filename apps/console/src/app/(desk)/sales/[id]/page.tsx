import { recordPage } from "../../../../features/frame/record-page.tsx";
import { SaleDetail } from "../../../../features/sales/sale-detail.tsx";
import { titleOfRecord } from "../../../../messages/title.ts";

export const generateMetadata = titleOfRecord("sales", "sales.title");

export default recordPage("sales", "(desk)/sales/[id]", (id) => <SaleDetail id={id} />);
