import { buttonClass, Delayed, ErrorPanel, NavBar, Page, ResultView, Skeleton } from '@app/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { Settled } from '../form/settled.tsx';
import { HOLD_HOURS } from '../security/security.ts';
import { PageToCome, SECURITY_PATH } from '../security/with-security.tsx';
import { useAuthenticatorKey } from './authenticator.ts';
import { BindAuthenticator } from './bind-authenticator.tsx';

/** /pages/setting/bind_authenticator */
export default function BindAuthenticatorScreen() {
  const text = useText();
  const title = text('auth.authenticator.title');
  const back = { label: text('system.back'), go: useBack(SECURITY_PATH) };
  const [isDone, setDone] = useState(false);
  const { data, error, refetch } = useAuthenticatorKey();
  if (isDone) {
    const about = text('security.bind.done.text', { hours: HOLD_HOURS });
    return <Settled title={title} done={text('security.bind.done')} about={about} />;
  }
  if (data !== undefined && data.bound_at === null)
    return <BindAuthenticator title={title} given={data} leave={back.go} onDone={() => setDone(true)} />;
  if (data !== undefined && data.bound_at !== null)
    return (
      <Page bar={<NavBar title={title} back={back} />}>
        <BoundAuthenticator since={data.bound_at} />
      </Page>
    );
  const retry = { label: text('system.retry'), go: () => void refetch() };
  return (
    <PageToCome title={title} back={back}>
      {error === null ? (
        <KeyLoading />
      ) : (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
    </PageToCome>
  );
}

const KeyLoading = () => (
  <Delayed>
    <div className="flex flex-col gap-3 px-gutter">
      <Skeleton className="h-1 w-full" />
      <Skeleton className="mt-4 h-9 w-64" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-52" />
    </div>
  </Delayed>
);

/** Bound authenticator. Replacing it is not offered here: an attacker with a stolen session must not be able to. */
function BoundAuthenticator({ since }: { since: number }) {
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
