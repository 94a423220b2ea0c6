import type { ComponentProps, ReactNode } from 'react';
import { Facts } from '../data/rows.tsx';
import { Icon } from '../icons/icon.tsx';

type Kind = 'ok' | 'partial' | 'failed' | 'checking';
type Props = {
  kind: Kind;
  title: string;
  text?: ReactNode;
  facts?: ComponentProps<typeof Facts>['facts'];
  actions?: ReactNode;
};

const SEALS = { ok: 'check', partial: 'percent', failed: 'close' } as const;

/**
 * Shows the outcome in place of the form that was submitted. Partial success and a pending outcome are separate kinds.
 */
export function ResultView({ kind, title, text, facts, actions }: Props) {
  return (
    <section className="result" role={kind === 'failed' ? 'alert' : 'status'}>
      <span className={`seal seal--${kind}`} aria-hidden="true">
        {kind === 'checking' ? <i className="spin" /> : <Icon name={SEALS[kind]} />}
      </span>
      <div>
        <h2 className="result__t">{title}</h2>
        {text !== undefined && <p className="result__s">{text}</p>}
      </div>
      {facts !== undefined && facts.length > 0 && <Facts facts={facts} />}
      {actions !== undefined && <div className="pair">{actions}</div>}
    </section>
  );
}
