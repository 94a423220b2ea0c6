import { loginWithPasskey, startPasskeyLogin } from '@app/protocol/auth';
import { useEffect } from 'react';
import { sendLanguage } from '../../../data/app/send-language.ts';
import { call } from '../../../data/call/call.ts';
import { deviceKey } from '../../../data/call/device-key.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { openSession } from '../../../data/session/session.ts';
import { showPasskey } from './webauthn.ts';

/** Cancels the browser's pending passkey request. */
async function abortCeremony(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

/** Logs in with the passkey the browser filled in or, without one, after prompting. */
export const usePasskeyLogin = () =>
  useSubmit({
    mutationFn: async (filled: string | undefined) => {
      const credential = filled ?? (await showPasskey((await call(startPasskeyLogin, {})).options));
      openSession(await call(loginWithPasskey, { credential, device: deviceKey() }));
      void sendLanguage();
    },
  });

/** Lets the browser offer passkeys beside saved passwords while the page is open. A new `round` offers them again. */
export function usePasskeyAutofill(round: number, onFilled: (credential: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one offer per round; whoever is there then takes the answer.
  useEffect(() => {
    let isWanted = true;
    let stop: (() => Promise<void>) | undefined;
    const offer = async () => {
      if (!(await canOffer())) return;
      const { options } = await call(startPasskeyLogin, {});
      if (!isWanted) return;
      stop = abortCeremony;
      const credential = await showPasskey(options, true);
      if (isWanted) onFilled(credential);
    };
    offer().catch(() => undefined); // If anything fails here, the password still works: no message is shown.
    return () => {
      isWanted = false;
      void stop?.().catch(() => undefined);
    };
  }, [round]);
}

const canOffer = async () => (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) === true;
