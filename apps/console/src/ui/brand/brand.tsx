import css from "./brand.module.css";

/** The stamp; decorative, because the name stands beside it. */
export function BrandMark() {
  return <span className={css.mark} aria-hidden />;
}

/** The mark and the name, above a page outside of the frame. */
export function Brand() {
  return (
    <p className={css.brand}>
      <BrandMark /> Stampbook
    </p>
  );
}
