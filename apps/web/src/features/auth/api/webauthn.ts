/** The browser's own dialogue ended without a passkey: closed, timed out, or none that fits. */
export class PasskeyUnused extends Error {
  readonly isKnownHere: boolean;

  constructor(cause: unknown) {
    super('no passkey', { cause });
    this.isKnownHere = cause instanceof Error && cause.name === 'InvalidStateError';
  }
}

const unused = (cause: unknown) => Promise.reject(new PasskeyUnused(cause));

/**
 * Signs with a passkey; options and answer are the server's JSON texts. The library comes when it is needed. With
 * autofill the browser asks nothing of its own accord: it offers passkeys where it offers saved passwords.
 */
export async function showPasskey(options: string, useBrowserAutofill = false): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = JSON.parse(options) as Parameters<typeof startAuthentication>[0]['optionsJSON']; // The server's.
  return JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(unused));
}

/** Makes a passkey on this device or one beside it. */
export async function makePasskey(options: string): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = JSON.parse(options) as Parameters<typeof startRegistration>[0]['optionsJSON']; // The server's.
  return JSON.stringify(await startRegistration({ optionsJSON }).catch(unused));
}

/** Takes back whatever the browser was asked for. */
export async function abortCeremony(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}
