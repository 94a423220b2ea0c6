import type { ReactNode } from 'react';

type Props = { onSubmit: () => void; children: ReactNode; id?: string };

/** A form of a page. What is wrong is said in the app's words and not in the browser's. */
export function FormRegion({ onSubmit, children, id }: Props) {
  return (
    <form
      id={id}
      className="flex flex-col gap-4 [@media(max-height:700px)]:gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
