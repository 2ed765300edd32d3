import { SaleList } from "../../../features/sales/sale-list.tsx";
import { titleOf } from "../../../messages/title.ts";

export const generateMetadata = titleOf("sales.title");

export default function Page() {
  return <SaleList />;
}
