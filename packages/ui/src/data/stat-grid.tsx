import type { ReactNode } from 'react';

/** Figures in three columns, read down as easily as across. */
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
