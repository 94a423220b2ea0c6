import { CODE_DIGITS } from '@app/domain/checks';
import * as z from 'zod/mini';
import { flag, id, numericCode, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { stepUpFields } from '../step-up-fields.ts';
import { deviceKey, done, opened } from './fields.ts';

const name = z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^\P{Cc}*$/u));
/** Result of the browser's WebAuthn call, as JSON text; the WebAuthn library parses it. */
const credential = z.string().check(z.minLength(2), z.maxLength(20_000));
/** Options to pass to the browser's WebAuthn call, as JSON text. */
const options = z.object({ options: z.string() });

const pin = z.string().check(z.regex(/^\d{4,6}$/));

export const setTradePassword = route({
  method: 'POST',
  path: '/plus/trade-password',
  access: 'user',
  description: 'Sets or changes the trade password: four to six digits.',
  request: z.object({ password: pin, re_password: pin, ...stepUpFields }),
  response: done,
  refusals: ['passwords_differ', 'trade_password_too_simple'],
  stepUp: { policy: 'account', codePurpose: 'trade_password' },
  beyond: true,
});

export const setPhrase = route({
  method: 'POST',
  path: '/plus/phrase',
  access: 'user',
  description: 'Sets the anti-phishing phrase that every message to the caller repeats. An empty value removes it.',
  request: z.object({ phrase: z.string().check(z.maxLength(40), z.regex(/^\P{Cc}*$/u)), ...stepUpFields }),
  response: done,
  refusals: [],
  stepUp: { policy: 'account', codePurpose: 'phrase' },
  beyond: true,
});

export const getAuthenticator = route({
  method: 'GET',
  path: '/user/getAuthenticator',
  access: 'user',
  description: 'Returns the key to add to an authenticator app. It is empty once an authenticator is bound.',
  request: z.object({}),
  response: z.object({ key: z.string(), uri: z.string(), bound_at: z.nullable(timeMs) }),
  refusals: [],
});

export const bindAuthenticator = route({
  method: 'POST',
  path: '/user/bindAuthenticator',
  access: 'user',
  description:
    'Binds the authenticator with the key returned before and its current code. Replacing one goes through support.',
  request: z.object({
    google_code: numericCode(CODE_DIGITS, 'The six digits the new authenticator shows.', '118304'),
    challenge: stepUpFields.challenge,
    code: stepUpFields.code,
  }),
  response: done,
  refusals: ['authenticator_bound'],
  stepUp: { policy: 'account', codePurpose: 'authenticator' },
});

const passkey = z.object({
  id,
  name: z.string(),
  is_synced: flag,
  created_at: timeMs,
  last_used_at: z.nullable(timeMs),
});

export const listPasskeys = route({
  method: 'GET',
  path: '/plus/passkeys',
  access: 'user',
  description: 'Lists the caller’s passkeys.',
  request: z.object({}),
  response: z.object({ list: z.array(passkey) }),
  refusals: [],
  beyond: true,
});

/** Requires proof first, so that a stolen session cannot add its own passkey; the options are valid for one passkey. */
export const startPasskey = route({
  method: 'POST',
  path: '/plus/passkeys/start',
  access: 'user',
  description: 'Returns the options the browser needs to create a passkey.',
  request: z.object({ ...stepUpFields }),
  response: options,
  refusals: ['passkey_limit'],
  stepUp: { policy: 'account', codePurpose: 'passkey' },
  beyond: true,
});

export const addPasskey = route({
  method: 'POST',
  path: '/plus/passkeys/add',
  access: 'user',
  description: 'Stores a passkey that the browser has created.',
  request: z.object({ credential, name }),
  response: passkey,
  refusals: ['passkey_failed', 'passkey_limit'],
  beyond: true,
});

export const removePasskey = route({
  method: 'POST',
  path: '/plus/passkeys/remove',
  access: 'user',
  description: 'Removes one of the caller’s passkeys.',
  request: z.object({ id, ...stepUpFields }),
  response: done,
  refusals: ['not_found'],
  stepUp: { policy: 'account', codePurpose: 'passkey' },
  beyond: true,
});

export const startPasskeyLogin = route({
  method: 'POST',
  path: '/plus/passkeys/login-start',
  access: 'visitor',
  description: 'Returns the options the browser needs to log in with a passkey. They name no account.',
  request: z.object({}),
  response: options,
  refusals: [],
  beyond: true,
});

export const loginWithPasskey = route({
  method: 'POST',
  path: '/plus/passkeys/login',
  access: 'visitor',
  description: 'Starts a session with a passkey, which replaces password and authenticator.',
  request: z.object({ credential, device: deviceKey }),
  response: opened,
  refusals: ['passkey_failed', 'account_frozen'],
  beyond: true,
});
