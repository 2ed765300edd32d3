import { SaleList } from "../../../features/sales/sale-list.tsx";
import { PageWords } from "../../../messages/page-words.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("sales.title");

export default function Page() {
  return (
    <PageWords of="(desk)/sales">
      <SaleList />
    </PageWords>
  );
}
