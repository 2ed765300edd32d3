"use client";
import { useEffect, useState } from "react";
import { ANOTHER_MERCHANT } from "../../rpc/another-merchant.ts";
import { later } from "../../ui/later.tsx";
import { useDesk } from "./desk.tsx";

const ChooseMerchant = later(() =>
  import("./choose-merchant.tsx").then(({ default: Part }) => Part),
);

/** Says so where the person works for another merchant by now than the one that this page shows. */
export function AnotherMerchant() {
  const { me } = useDesk();
  // what is drawn anew may be the other merchant's already
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
