import type { ReactNode } from 'react';

/** Renders a label and value in place of a form field, at the same height. */
export function ReadonlyField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="field field--s field--told">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
