import * as routes from '@app/protocol/staff';
import { sha256Hex } from '../lib/sha256.ts';
import { call } from './call.ts';
import type { Change } from './queries.ts';
import { askForPasskey } from './webauthn.ts';

/** The text on the screen is not the one the server has a hash of. */
export class PayloadDiffers extends Error {}
/** The person closed the browser's dialog, or has no passkey for what takes one. */
export class NotSigned extends Error {}

/** Custody verifies passkeys and acts on nothing else: another signature would approve what never happens. */
export const needsPasskey = ({ kind }: Pick<Change, 'kind'>): boolean => /^(?:withdrawal|payout|deposit)\./.test(kind);

/** Signs what is shown: with the caller's passkey if there is one, else with the session alone where that is enough. */
export async function signChange({ id, kind, payload, payload_hash }: Change, reason: string): Promise<Change> {
  if ((await sha256Hex(payload)) !== payload_hash) throw new PayloadDiffers();
  const { options } = await call(routes.startSigning, { id, payload_hash });
  const credential = options === '' ? undefined : await askForPasskey(options);
  if (credential === undefined && (options !== '' || needsPasskey({ kind }))) throw new NotSigned();
  return await call(routes.signChange, { id, payload_hash, reason, ...(credential !== undefined && { credential }) });
}
