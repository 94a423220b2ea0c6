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
