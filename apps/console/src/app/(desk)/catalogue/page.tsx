import { redirect } from "next/navigation";

/** The catalogue begins with the rewards. */
export default function Page() {
  redirect("/catalogue/rewards");
}
