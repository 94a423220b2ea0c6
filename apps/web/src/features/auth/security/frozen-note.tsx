import { Note } from '@app/ui';
import { Link, useLocation } from 'react-router';
import { useText } from '../../../data/app/texts.ts';

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
