import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type LoginOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type NewOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Asks for a passkey; undefined if the person does not use one. */
export const askForPasskey = async (options: string): Promise<string | undefined> =>
  await startAuthentication({ optionsJSON: JSON.parse(options) as LoginOptions }) // From the server.
    .then(JSON.stringify, () => undefined);

/** Creates a passkey; undefined if the person does not. */
export const createPasskey = async (options: string): Promise<string | undefined> =>
  await startRegistration({ optionsJSON: JSON.parse(options) as NewOptions }) // From the server.
    .then(JSON.stringify, () => undefined);
