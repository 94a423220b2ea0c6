import * as routes from '@app/protocol/staff';
import { Button, CodeField, CopyText, groupsOfFour, Logo, PasswordField, QrCode } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../data/call.ts';
import { useSay } from '../../data/texts.ts';
import { failureText } from '../../parts/reason-dialog.tsx';

/** Uses an invitation: the person chooses a password and binds an authenticator with its first code. */
export function EnrolScreen() {
  const say = useSay();
  const [params] = useSearchParams();
  const invite = params.get('invite') ?? '';
  // Each start makes another key, so it is asked for once.
  const started = useQuery({
    queryKey: ['enrolment', invite],
    queryFn: () => call(routes.startEnrolment, { invite }),
    enabled: /^[\w-]{43}$/.test(invite),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');

  const enrol = async (sealed: string) => {
    setState('busy');
    setError('');
    try {
      await call(routes.enrol, { invite, password, sealed, code });
      setState('done');
    } catch (failure) {
      setError(failureText(failure, say('failed.no_answer')));
      setCode('');
      setState('open');
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (started.data !== undefined) void enrol(started.data.sealed);
  };

  if (state === 'done')
    return (
      <Gate>
        <h1 className="text-h2">{say('enrol.done')}</h1>
        <Link className="d-btn d-btn--primary d-btn--tall" to="/">
          {say('enrol.to_login')}
        </Link>
      </Gate>
    );
  if (started.data === undefined)
    return (
      <Gate>
        <h1 className="text-h2">{say('enrol.title')}</h1>
        <p role="status">
          {started.isLoading ? say('frame.loading') : failureText(started.error, say('enrol.invalid'))}
        </p>
      </Gate>
    );
  return (
    <Gate>
      <form className="grid gap-4" onSubmit={submit}>
        <h1 className="text-h2">{say('enrol.welcome', { name: started.data.name })}</h1>
        <p className="text-ink-2">{started.data.email}</p>
        <PasswordField
          label={say('enrol.password')}
          hint={say('enrol.password_hint')}
          showLabel={say('login.show')}
          hideLabel={say('login.hide')}
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <p className="text-ink-2">{say('enrol.scan')}</p>
        <div className="mx-auto w-44">
          <QrCode text={started.data.uri} label={say('enrol.qr')} />
        </div>
        <CopyText
          text={started.data.key}
          shown={groupsOfFour(started.data.key)}
          label={say('enrol.copy')}
          copiedLabel={say('frame.copied')}
          onFailure={() => undefined}
        />
        <CodeField label={say('enrol.code')} value={code} onChange={setCode} />
        {error !== '' && (
          <p role="alert" className="text-danger">
            {error}
          </p>
        )}
        <Button type="submit" tone="primary" wide busy={state === 'busy'} disabled={code.length < 6 || password === ''}>
          {say('enrol.act')}
        </Button>
      </form>
    </Gate>
  );
}

const Gate = ({ children }: { children: ReactNode }) => (
  <main className="d-gate">
    <div className="d-gate__card">
      <Logo name="Tidemark" />
      {children}
    </div>
  </main>
);
