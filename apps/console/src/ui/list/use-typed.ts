"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { useAddress } from "../use-address.ts";

/** Returns the state of a text filter: `text` is in the field, and `say` writes a text to the address. */
export function useTyped(name: string) {
  const { get, replace } = useAddress();
  const there = get(name).trim();
  const [text, setText] = useState(there);
  const said = useRef(there);
  // Back and links change the field. An address that `say` wrote does not, because the text may be newer.
  useEffect(() => {
    if (there !== said.current) setText(there);
    said.current = there;
  }, [there]);
  // skips an unchanged text: writing the address before the page is ready would break the entry for Back
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
