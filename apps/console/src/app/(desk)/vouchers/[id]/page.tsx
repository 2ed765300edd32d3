import { recordPage } from "../../../../features/frame/record-page.tsx";
import { VoucherPage } from "../../../../features/vouchers/voucher-page.tsx";
import { titleOfRecord } from "../../../../messages/title.ts";

export const generateMetadata = titleOfRecord("vouchers", "vouchers.title");

export default recordPage("vouchers", "(desk)/vouchers/[id]", (id) => <VoucherPage id={id} />);
