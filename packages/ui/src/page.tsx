import type { ReactNode } from 'react';

type Props = { bar: ReactNode; foot?: ReactNode; children: ReactNode };

/** Bar above, one scroll region, what must stay in reach below. */
export function Page({ bar, foot, children }: Props) {
  return (
    <div className="page">
      {bar}
      <main className="scroll">{children}</main>
      {foot !== undefined && <footer className="foot">{foot}</footer>}
    </div>
  );
}
