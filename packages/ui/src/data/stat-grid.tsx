import type { ReactNode } from 'react';

/** Renders figures in three columns, as easy to read down as across. */
export function StatGrid({ stats }: { stats: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="stats">
      {stats.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
