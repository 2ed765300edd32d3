/** An email address. In a narrow column it wraps after the `@`. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf("@") + 1;
  return (
    <bdi>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}
