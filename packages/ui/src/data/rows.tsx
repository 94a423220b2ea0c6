import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-names.ts';

type RowProps = { lead?: ReactNode; title: ReactNode; sub?: ReactNode; value: ReactNode; valueSub?: ReactNode };

export function Row({ lead, title, sub, value, valueSub }: RowProps) {
  return (
    <div className="row">
      {lead}
      <div className="row__main">
        <div className="row__t">{title}</div>
        {sub !== undefined && <div className="row__s">{sub}</div>}
      </div>
      <div className="row__trail">
        <div className="row__v">{value}</div>
        {valueSub !== undefined && <div className="row__s">{valueSub}</div>}
      </div>
    </div>
  );
}

type MenuProps = { icon: IconName; label: string; value?: ReactNode; onClick: () => void; busy?: boolean };

export function MenuRow({ icon, label, value, onClick, busy = false }: MenuProps) {
  return (
    <button type="button" className="row row--menu" onClick={onClick} disabled={busy}>
      <Icon name={icon} size={20} />
      <span className="row__main">{label}</span>
      {value !== undefined && <span className="row__val">{value}</span>}
      {busy ? <i className="spin" aria-hidden="true" /> : <Icon name="right" size={16} />}
    </button>
  );
}

/** Renders the facts to be signed: label left, value right. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
