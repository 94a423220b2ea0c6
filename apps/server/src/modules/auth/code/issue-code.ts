import { authSettings, type Channel } from '@app/domain/auth';
import type { AuthDeps } from '../auth-deps.ts';
import { type BoundTo, hashCode, makeCode } from '../secrets.ts';
import type { NewCode } from './code.store.ts';
import { countAttempt } from './count-attempt.ts';
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

const COUNTED = {
  email: { action: 'code', limits: authSettings.codeLimits },
  mobile: { action: 'sms', limits: authSettings.smsLimits },
} as const;

type Sending = {
  readonly channel: Channel;
  /** Requester: an account that any caller may name, or a signed-in user. */
  readonly account: string;
  /**
   * Recipient of the code. The daily limit is per recipient, whichever caller requests: a mailbox fills up, and a text
   * costs money.
   */
  readonly recipient: string;
  readonly ip: string;
};

/** Counts a code before it is sent; texts are counted separately from mails. */
export async function countSending(deps: AuthDeps, { channel, ...attempt }: Sending): Promise<void> {
  const { action, limits } = COUNTED[channel];
  await countAttempt(deps, { action, ...attempt }, limits);
}
