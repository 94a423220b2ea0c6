import { authSettings } from '@app/domain/auth';
import type { AuthDeps } from '../auth-deps.ts';
import { type BoundTo, hashCode, makeCode } from '../secrets.ts';
import type { NewCode } from './code.store.ts';
import type { ShownCode } from './mails.ts';

/** Stored row and the code shown to its owner; only the latter contains the digits. */
type IssuedCode = { readonly row: NewCode; readonly shown: ShownCode };

/**
 * Creates a code for one account (or challenge) and purpose; the caller then stores and queues it in one transaction.
 */
export async function issueCode(
  { keys, nextId, settings }: Pick<AuthDeps, 'keys' | 'nextId' | 'settings'>,
  boundTo: BoundTo,
): Promise<IssuedCode> {
  const { value: lifetimeSeconds } = await settings.read(authSettings.codeLifetime);
  const text = makeCode();
  return {
    row: { ...boundTo, id: nextId(), codeHash: hashCode(keys, text, boundTo), lifetimeSeconds },
    shown: { text, minutes: Math.ceil(lifetimeSeconds / 60) },
  };
}
