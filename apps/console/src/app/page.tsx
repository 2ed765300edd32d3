import { redirect } from "next/navigation";

/** The console opens with the till. */
export default function Page() {
  redirect("/till");
}
