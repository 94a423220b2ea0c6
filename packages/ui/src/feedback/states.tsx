import type { ReactNode } from 'react';
import { Button } from '../entry/button.tsx';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-names.ts';

type StateTexts = { title: string; text?: string; action?: ReactNode };

/** Renders an empty state: line and wave, one sentence, one action. */
export function Empty({ title, text, action }: StateTexts) {
  return (
    <div className="state">
      <svg className="state__wave" viewBox="0 0 72 24" width="72" height="24" aria-hidden="true">
        <path className="mark__line" d="M0 4.5h72" />
        <path className="mark__wave" d="M0 16c6-6.6 12-6.6 18 0s12 6.6 18 0 12-6.6 18 0 12 6.6 18 0" />
      </svg>
      <div>
        <p className="state__t">{title}</p>
        {text !== undefined && <p className="state__s">{text}</p>}
      </div>
      {action}
    </div>
  );
}

/** Shows an error in the panel that failed only; the rest of the screen keeps working. */
export function ErrorPanel({
  title,
  text,
  retry,
}: {
  title: string;
  text?: string;
  retry: { label: string; go: () => void };
}) {
  return (
    <div className="state" role="alert">
      <Icon name="warn" />
      <div>
        <p className="state__t">{title}</p>
        {text !== undefined && <p className="state__s">{text}</p>}
      </div>
      <Button size="small" onClick={retry.go}>
        {retry.label}
      </Button>
    </div>
  );
}

export function Banner({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="banner" role="status">
      <Icon name={icon} size={16} />
      {children}
    </div>
  );
}

export function Note({
  icon,
  tone = 'plain',
  children,
}: {
  icon: IconName;
  tone?: 'plain' | 'warn' | 'danger';
  children: ReactNode;
}) {
  return (
    <div className={`note note--${tone}`}>
      <Icon name={icon} size={20} />
      <span>{children}</span>
    </div>
  );
}
