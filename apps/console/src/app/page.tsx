import { redirect } from "next/navigation";

/** Work begins at the till. */
export default function Page() {
  redirect("/till");
}
