"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { useAddress } from "./use-address.ts";

/** A filter that comes key by key: what stands in its field, and what of it holds by the address. */
export function useTyped(name: string) {
  const { get, replace } = useAddress();
  const there = get(name).trim();
  const [text, setText] = useState(there);
  const said = useRef(there);
  // Back and links change the field; what was said from here has been typed on since
  useEffect(() => {
    if (there !== said.current) setText(there);
    said.current = there;
  }, [there]);
  // an address that is written once more before the page is ready loses its way for Back
  const say = useCallback(
    (wanted: string) => {
      if (wanted === said.current) return;
      said.current = wanted;
      replace({ [name]: wanted });
    },
    [name, replace],
  );
  return { text, setText, say };
}
