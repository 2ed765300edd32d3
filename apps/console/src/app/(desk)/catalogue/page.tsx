import { redirect } from "next/navigation";

/** Redirects to the rewards, the catalogue's first page. */
export default function Page() {
  redirect("/catalogue/rewards");
}
