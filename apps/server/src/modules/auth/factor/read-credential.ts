import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import * as z from 'zod/mini';
import { refuseWith } from '../../../platform/http/accept.ts';
import { isToken } from '../secrets.ts';

/** Base64url text of a credential id, which the standard limits to 1,023 bytes. */
const base64url = z.string().check(z.regex(/^[\w-]{1,1364}$/));
const bytes = z.string().check(z.regex(/^[\w-]*$/));

/** Fields common to both ceremonies; the rest is passed to the library, which validates it. */
const credential = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: bytes, userHandle: z.nullish(bytes) }),
});

type Credential = z.output<typeof credential>;

export type ReadCredential = { readonly credential: Credential; readonly challenge: string };

/** Parses a browser's answer and the challenge it claims to answer. Any defect is the same failure. */
export function readCredential(text: string): ReadCredential {
  const answer = attempt(() => credential.parse(JSON.parse(text)));
  const challenge: unknown = attempt(() => decodeClientDataJSON(answer.response.clientDataJSON).challenge);
  return typeof challenge === 'string' && isToken(challenge)
    ? { credential: answer, challenge }
    : refuseWith('passkey_failed');
}

function attempt<Value>(read: () => Value): Value {
  try {
    return read();
  } catch {
    return refuseWith('passkey_failed');
  }
}
