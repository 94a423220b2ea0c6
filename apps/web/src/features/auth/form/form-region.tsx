import type { ReactNode } from 'react';

type Props = { onSubmit: () => void; children: ReactNode; id?: string };

/** Form of a page. Errors are shown in the app's texts, not in the browser's. */
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
