import * as routes from '@app/protocol/staff';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../data/call.ts';
import { changeLook, LANGUAGES, THEMES, useLook } from '../../data/look.ts';
import { endSession } from '../../data/session.ts';
import { sayValue, useSay } from '../../data/texts.ts';
import { askForPasskey, createPasskey } from '../../data/webauthn.ts';
import { dayText, momentText } from '../../lib/moments.ts';
import { DeskPage } from '../../parts/desk-page.tsx';
import { failureText } from '../../parts/reason-dialog.tsx';

/** Shows the caller's account: roles, passkeys, how the back office looks here, and the end of the session. */
export function AccountScreen() {
  const say = useSay();
  const look = useLook();
  const { data } = useQuery({ queryKey: ['me'], queryFn: () => call(routes.getStaff, {}) });
  const logOut = async () => {
    await call(routes.staffLogout, {}).catch(() => undefined); // Without an answer the session ends here all the same.
    endSession('');
  };
  return (
    <DeskPage title={say('account.title')} keys={[]}>
      <section className="d-pane">
        <div className="grid max-w-160 gap-2 pb-8">
          <div className="d-title">
            <h2>{data?.staff.name}</h2>
            <small>{data?.staff.email}</small>
          </div>
          <dl className="d-facts d-px">
            <div>
              <dt>{say('account.roles')}</dt>
              <dd>{data?.staff.roles.map((role) => sayValue(say, 'role', role)).join(', ')}</dd>
            </div>
            <div>
              <dt>{say('account.ends')}</dt>
              <dd>{data && momentText(data.ends_at, look.language)}</dd>
            </div>
          </dl>
          <div className="d-title d-cut">
            <h2>{say('account.passkeys')}</h2>
            <small>{say('account.passkeys_about')}</small>
          </div>
          <ul className="d-px">
            {data?.passkeys.map((passkey) => (
              <li key={String(passkey.id)} className="d-line">
                {passkey.name}
                <small>{dayText(passkey.created_at, look.language)}</small>
              </li>
            ))}
            {data?.passkeys.length === 0 && <li className="text-ink-3">{say('account.no_passkey')}</li>}
          </ul>
          <NewPasskey />
          <div className="d-title d-cut">
            <h2>{say('account.look')}</h2>
          </div>
          <div className="d-px grid grid-cols-2 gap-3">
            <Choice
              label={say('account.language')}
              value={look.language}
              values={LANGUAGES}
              nameOf={(value) => say(`language.${value}`)}
              onChange={(language) => changeLook({ language })}
            />
            <Choice
              label={say('account.theme')}
              value={look.theme}
              values={THEMES}
              nameOf={(value) => say(`theme.${value}`)}
              onChange={(theme) => changeLook({ theme })}
            />
          </div>
          <div className="d-px pt-4">
            <button type="button" className="d-btn d-btn--tall" onClick={() => void logOut()}>
              {say('account.log_out')}
            </button>
          </div>
        </div>
      </section>
    </DeskPage>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  values: readonly Value[];
  nameOf: (value: Value) => string;
  onChange: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, values, nameOf, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <label className="d-label" htmlFor={id}>
      {label}
      <select
        id={id}
        className="d-input"
        value={value}
        onChange={(event) => {
          const chosen = values.find((it) => it === event.target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {values.map((it) => (
          <option key={it} value={it}>
            {nameOf(it)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Adds a passkey; a code of the authenticator proves that it is its owner who does. */
function NewPasskey() {
  const say = useSay();
  const id = useId();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const add = async () => {
    setError('');
    try {
      const { options } = await call(routes.startStaffPasskey, { code });
      const credential = await createPasskey(options);
      if (credential === undefined) return setError(say('failed.not_signed'));
      const { options: proofOptions } = await call(routes.addStaffPasskey, { credential, name });
      if (proofOptions !== '') {
        const proof = await askForPasskey(proofOptions);
        if (proof === undefined) return setError(say('failed.not_signed'));
        await call(routes.addStaffPasskey, { credential, name, proof });
      }
      setName('');
      await queries.invalidateQueries();
    } catch (failure) {
      setError(failureText(failure, say('failed.no_answer')));
    } finally {
      setCode('');
    }
  };
  return (
    <form
      className="d-px grid grid-cols-[1fr_1fr_auto] items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <label className="d-label" htmlFor={`${id}-name`}>
        {say('account.passkey_name')}
        <input
          id={`${id}-name`}
          className="d-input"
          required
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label className="d-label" htmlFor={`${id}-code`}>
        {say('login.code')}
        <input
          id={`${id}-code`}
          className="d-input"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\d{6}"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </label>
      <button type="submit" className="d-btn d-btn--tall">
        {say('account.add_passkey')}
      </button>
      {error !== '' && (
        <p role="alert" className="col-span-3 text-danger">
          {error}
        </p>
      )}
    </form>
  );
}
