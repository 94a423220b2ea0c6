import { Icon, type IconName, Note } from '@app/ui';
import { Link, useLocation } from 'react-router';
import { useText } from '../../../data/app/texts.ts';

/** Consequences of freezing, shown before the user confirms. */
export function FreezeConsequences() {
  const text = useText();
  const lines: readonly (readonly [IconName, string])[] = [
    ['logout', text('auth.freeze.sessions')],
    ['lock', text('auth.freeze.nobody')],
    ['assets', text('auth.freeze.money')],
    ['key', text('auth.freeze.lift')],
  ];
  return (
    <ul className="flex flex-col gap-4">
      {lines.map(([icon, message]) => (
        <li key={icon} className="flex gap-3 text-body text-pretty">
          <span className="text-ink-3">
            <Icon name={icon} />
          </span>
          {message}
        </li>
      ))}
    </ul>
  );
}

/** Shown only after a correct password or passkey: why the login is refused, and how to regain access. */
export function FrozenNote() {
  const text = useText();
  const { search } = useLocation();
  return (
    <div role="alert">
      <Note icon="lock" tone="warn">
        {text('auth.frozen')}{' '}
        <Link className="hit text-brand" to={`/pages/plus/freeze${search}`}>
          {text('auth.frozen.action')}
        </Link>
      </Note>
    </div>
  );
}
