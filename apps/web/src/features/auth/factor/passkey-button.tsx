import { Button, Icon } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { isFrozen } from '../form/form-errors.ts';
import { FormNote } from '../form/form-parts.tsx';
import { FrozenNote } from '../security/freeze-parts.tsx';
import { usePasskeyAutofill, usePasskeyLogin } from './passkey-login.ts';
import { hasPasskeys, PasskeyUnused } from './webauthn.ts';

/** Shown only if the browser supports passkeys; it also offers them where it offers saved passwords. */
export function PasskeyButton({ onOpened }: { onOpened: () => void }) {
  return hasPasskeys() ? <Passkeys onOpened={onOpened} /> : null;
}

function Passkeys({ onOpened }: { onOpened: () => void }) {
  const text = useText();
  const isOnline = useConnection((connection) => connection.isOnline);
  const logIn = usePasskeyLogin();
  const [round, setRound] = useState(0);
  const open = (filled?: string) =>
    logIn.mutate(filled, { onSuccess: onOpened, onError: () => setRound((before) => before + 1) });
  usePasskeyAutofill(round, open);
  const isSilent = logIn.error === null || logIn.error instanceof PasskeyUnused || isFrozen(logIn.error);
  return (
    <>
      <Button size="large" wide busy={logIn.isPending} disabled={!isOnline} onClick={() => open()}>
        <Icon name="passkey" />
        {text('auth.login.passkey')}
      </Button>
      {isFrozen(logIn.error) && <FrozenNote />}
      <FormNote message={isSilent ? undefined : describeFailure(logIn.error, text)} />
    </>
  );
}
