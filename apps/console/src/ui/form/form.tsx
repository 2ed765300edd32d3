import type { ComponentProps } from "react";

type FormProps = Omit<ComponentProps<"form">, "noValidate" | "onSubmit"> & {
  onSubmit: (form: HTMLFormElement) => void;
};

/** A form that the browser does not check, because its messages are in its own language, not the page's. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    />
  );
}
