import type { ReactNode } from 'react';

/** What is said and not asked, in the place of a field and as high. */
export function ReadonlyField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="field field--s field--told">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
