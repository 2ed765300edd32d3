"use client";
import { useEffect, useState } from "react";
import { ANOTHER_MERCHANT } from "../../rpc/another-merchant.ts";
import { later } from "../../ui/later.tsx";
import { useDesk } from "./desk.tsx";

const ChooseMerchant = later(() =>
  import("./choose-merchant.tsx").then(({ default: Part }) => Part),
);

/** Shows when the person has switched to another merchant than the one on this page. */
export function AnotherMerchant() {
  const { me } = useDesk();
  // keeps the first merchant, because a re-render may already have the other one
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
