import { Icon, type IconName, Tag } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';

type Props = {
  icon: IconName;
  label: string;
  /** What it does, or the effect of changing it. */
  why: ReactNode;
  /** On or off for a protection, a text for anything else. */
  state?: boolean | string;
  onClick: () => void;
};

/** One protection: its name, its meaning, and whether it is on. */
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
