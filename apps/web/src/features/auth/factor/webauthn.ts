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

export const hasPasskeys = () => 'PublicKeyCredential' in globalThis;
