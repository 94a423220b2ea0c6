import { loginWithPasskey, startPasskeyLogin } from '@app/protocol/auth';
import { useEffect } from 'react';
import { call } from '../../../data/call/call.ts';
import { deviceKey } from '../../../data/call/device-key.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { openSession } from '../../../data/session/session.ts';

/** The browser's own dialog ended without a passkey: closed, timed out, or no matching one. */
export class PasskeyUnused extends Error {
  readonly isKnownHere: boolean;

  constructor(cause: unknown) {
    super('no passkey', { cause });
    this.isKnownHere = cause instanceof Error && cause.name === 'InvalidStateError';
  }
}

const unused = (cause: unknown) => Promise.reject(new PasskeyUnused(cause));

/**
 * Signs with a passkey; options and answer are the server's JSON texts. The library is loaded when needed. With
 * autofill the browser opens no prompt by itself: it offers passkeys where it offers saved passwords.
 */
export async function showPasskey(options: string, useBrowserAutofill = false): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = JSON.parse(options) as Parameters<typeof startAuthentication>[0]['optionsJSON']; // From the server.
  return JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(unused));
}

/** Creates a passkey on this device or a nearby one. */
export async function makePasskey(options: string): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = JSON.parse(options) as Parameters<typeof startRegistration>[0]['optionsJSON']; // From the server.
  return JSON.stringify(await startRegistration({ optionsJSON }).catch(unused));
}

/** Cancels the browser's pending passkey request. */
async function abortCeremony(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

export const hasPasskeys = () => 'PublicKeyCredential' in globalThis;

/** Logs in with the passkey the browser filled in or, without one, after prompting. */
export const usePasskeyLogin = () =>
  useSubmit({
    mutationFn: async (filled: string | undefined) => {
      const credential = filled ?? (await showPasskey((await call(startPasskeyLogin, {})).options));
      openSession(await call(loginWithPasskey, { credential, device: deviceKey() }));
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
