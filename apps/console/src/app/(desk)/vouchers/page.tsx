import { VoucherList } from "../../../features/vouchers/voucher-list.tsx";
import { PageWords } from "../../../messages/page-words.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("vouchers.title");

export default function Page() {
  return (
    <PageWords of="(desk)/vouchers">
      <VoucherList />
    </PageWords>
  );
}
