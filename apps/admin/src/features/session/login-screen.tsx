import * as routes from '@app/protocol/staff';
import { Button, CodeField, Field, Logo, PasswordField } from '@app/ui';
import { type FormEvent, useState } from 'react';
import { call } from '../../data/call.ts';
import { forgetDeviceKey, makeDeviceKey } from '../../data/device-key.ts';
import { openSession, useSession } from '../../data/session.ts';
import { useSay } from '../../data/texts.ts';
import { askForPasskey } from '../../data/webauthn.ts';
import { failureText } from '../../parts/reason-dialog.tsx';

/** Signs in: password, and a passkey or a code. The key of the session is made here and stays in this browser. */
export function LoginScreen() {
  const say = useSay();
  const ended = useSession((held) => held.ended);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);

  const login = async (factor: { readonly code?: string; readonly credential?: string }) => {
    const { keyId, publicKey } = await makeDeviceKey();
    try {
      const fields = { email, password, device_key: publicKey, ...factor };
      const { token, staff } = await call(routes.staffLogin, fields);
      openSession({ token, keyId, id: String(staff.id), name: staff.name, roles: staff.roles });
    } catch (failure) {
      await forgetDeviceKey(keyId);
      throw failure;
    }
  };
  const act = async (run: () => Promise<void>) => {
    setBusy(true);
    setError('');
    try {
      await run();
    } catch (failure) {
      setError(failureText(failure, say('failed.no_answer')));
      setCode('');
      setBusy(false);
    }
  };
  const byCode = (event: FormEvent) => {
    event.preventDefault();
    void act(() => login({ code }));
  };
  const byPasskey = () =>
    void act(async () => {
      const { options } = await call(routes.getLoginOptions, {});
      const credential = await askForPasskey(options);
      if (credential === undefined) setBusy(false);
      else await login({ credential });
    });

  return (
    <main className="d-gate">
      <form className="d-gate__card" onSubmit={byCode}>
        <Logo name="Tidemark" />
        <h1 className="text-h2">{say('login.title')}</h1>
        {ended !== '' && <p role="status">{ended}</p>}
        <Field
          label={say('login.email')}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label={say('login.password')}
          showLabel={say('login.show')}
          hideLabel={say('login.hide')}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <CodeField label={say('login.code')} value={code} onChange={setCode} />
        {error !== '' && (
          <p role="alert" className="text-danger">
            {error}
          </p>
        )}
        <Button type="submit" tone="primary" wide busy={isBusy} disabled={code.length < 6}>
          {say('login.enter')}
        </Button>
        <Button wide disabled={isBusy || email === '' || password === ''} onClick={byPasskey}>
          {say('login.passkey')}
        </Button>
        <p className="text-label text-ink-3">{say('login.device')}</p>
      </form>
    </main>
  );
}
