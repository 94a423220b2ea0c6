import { type ReactNode, useId } from 'react';

/** Groups one kind of results under a title. */
export function SearchSection({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="pt-2" aria-labelledby={id}>
      <div className="flex min-h-11 items-center justify-between px-gutter">
        <h2 id={id} className="text-label text-ink-3">
          {title}
        </h2>
        <span className="flex gap-1">{end}</span>
      </div>
      {children}
    </section>
  );
}
