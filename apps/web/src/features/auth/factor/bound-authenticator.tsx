import { buttonClass, ResultView } from '@app/ui';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../data/app/texts.ts';

/** Bound authenticator. Replacing it is not offered here: an attacker with a stolen session must not be able to. */
export function BoundAuthenticator({ since }: { since: number }) {
  const text = useText();
  const date = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long' }).format(since);
  const support = (
    <Link className={buttonClass()} to="/pages/common/serverView">
      {text('security.bind.support')}
    </Link>
  );
  return (
    <div className="px-gutter pt-6">
      <ResultView
        kind="ok"
        title={text('security.bind.bound', { date })}
        text={text('security.bind.bound.text')}
        actions={support}
      />
    </div>
  );
}
