import { GuestPage } from "../../features/guest/guest-page.tsx";
import { groupsOf, PageWords } from "../../messages/page-words.tsx";
import { titleOf } from "../../messages/title.ts";

export const generateMetadata = titleOf("guest.page");

/** The page behind the link of a booking. It has no sign-in: whoever has the link sees the booking. */
export default function Page() {
  return (
    <PageWords of="booking">
      <GuestPage words={{ en: wordsIn("en"), id: wordsIn("id") }} />
    </PageWords>
  );
}

/** The page's texts in a language. Which one it needs is known only with the booking. */
function wordsIn(locale: "en" | "id") {
  return { ...groupsOf("layout", locale), ...groupsOf("booking", locale) };
}
