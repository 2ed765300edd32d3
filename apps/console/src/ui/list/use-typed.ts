"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { useAddress } from "../use-address.ts";

/** The state of a filter that is applied while typing: the text in the field, which is copied to the address. */
export function useTyped(name: string) {
  const { get, replace } = useAddress();
  const there = get(name).trim();
  const [text, setText] = useState(there);
  const said = useRef(there);
  // Back and links change the field; an update sent from here does not, because the text may be newer
  useEffect(() => {
    if (there !== said.current) setText(there);
    said.current = there;
  }, [there]);
  // writing an address again before the page is ready breaks its Back entry
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
