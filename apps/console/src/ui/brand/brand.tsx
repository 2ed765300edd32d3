import css from "./brand.module.css";

/** The mark, a stamp. It is decorative, because the name stands beside it. */
export function BrandMark() {
  return <span className={css.mark} aria-hidden />;
}

/** The mark and the name, on top of a page without the frame, such as the sign-in. */
export function Brand() {
  return (
    <p className={css.brand}>
      <BrandMark /> Stampbook
    </p>
  );
}
