import { redirect } from "next/navigation";

/** The catalogue opens with the rewards. */
export default function Page() {
  redirect("/catalogue/rewards");
}
