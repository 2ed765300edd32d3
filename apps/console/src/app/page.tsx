import { redirect } from "next/navigation";

/** Redirects to the till, the console's first page. */
export default function Page() {
  redirect("/till");
}
