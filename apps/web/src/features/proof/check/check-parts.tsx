import type { ReactNode } from 'react';

type Props = { mark: ReactNode; value: string; aside: string };

/** Renders a figure with a mark before it and its age after it in a separate column. */
export const Reading = ({ mark, value, aside }: Props) => (
  <span className="flex flex-wrap items-center justify-end gap-x-2">
    {mark}
    <span className="num">{value}</span>
    <span className="min-w-14 text-micro text-ink-3">{aside}</span>
  </span>
);

type Figure = { label: string; value: string; ink?: string };

/** Shows two figures and their difference side by side. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="mx-gutter mt-3 flex flex-wrap gap-y-2 border-y border-line py-2.5">
    {figures.map(({ label, value, ink = '' }) => (
      <div
        key={label}
        className="flex flex-1 flex-col justify-between border-line pr-2 not-first:border-l not-first:pl-3"
      >
        <dt className="text-micro text-ink-3">{label}</dt>
        <dd className={`num text-body font-semibold ${ink}`}>{value}</dd>
      </div>
    ))}
  </dl>
);
