import { Icon, type IconName, Tag } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/texts.ts';

type Props = {
  icon: IconName;
  label: string;
  /** What it does, or what a change of it brings about. */
  why: ReactNode;
  /** On or off where it is one of the protections, a word where it is not. */
  state?: boolean | string;
  onClick: () => void;
};

/** One way of protection: what it is, what it means, and whether it is on. */
export function SecurityRow({ icon, label, why, state, onClick }: Props) {
  const text = useText();
  return (
    <button type="button" className="row row--menu" onClick={onClick}>
      <Icon name={icon} size={20} />
      <span className="row__main">
        {label}
        <span className="row__why">{why}</span>
      </span>
      {typeof state === 'string' && <span className="row__val">{state}</span>}
      {typeof state === 'boolean' && (
        <Tag tone={state ? 'ok' : 'plain'} {...(state && { icon: 'check' })}>
          {text(state ? 'security.state.on' : 'security.state.off')}
        </Tag>
      )}
      <Icon name="right" size={16} />
    </button>
  );
}
