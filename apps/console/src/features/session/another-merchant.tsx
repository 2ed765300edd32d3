"use client";
import { useEffect, useState } from "react";
import { ANOTHER_MERCHANT } from "../../rpc/another-merchant.ts";
import { later } from "../../ui/later.tsx";
import { useDesk } from "./desk.tsx";

const ChooseMerchant = later(() =>
  import("./choose-merchant.tsx").then(({ default: Part }) => Part),
);

/** Asks what to do once the person has switched to a merchant other than this page's. */
export function AnotherMerchant() {
  const { me } = useDesk();
  // keeps the page's first merchant, because a later render may already have the other merchant
  const [shown] = useState(me.merchant);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const onRefusal = () => setRefused(true);
    addEventListener(ANOTHER_MERCHANT, onRefusal);
    return () => removeEventListener(ANOTHER_MERCHANT, onRefusal);
  }, []);
  return isRefused || me.merchant.id !== shown.id ? (
    <ChooseMerchant shown={shown} onStay={() => setRefused(false)} />
  ) : null;
}
