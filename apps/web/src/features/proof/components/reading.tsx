import type { ReactNode } from 'react';

type Props = { mark: ReactNode; value: string; aside: string };

/** A figure with what is said of it: a mark before, and its age behind in a column of its own. */
export const Reading = ({ mark, value, aside }: Props) => (
  <span className="flex flex-wrap items-center justify-end gap-x-2">
    {mark}
    <span className="num">{value}</span>
    <span className="min-w-14 text-micro text-ink-3">{aside}</span>
  </span>
);
