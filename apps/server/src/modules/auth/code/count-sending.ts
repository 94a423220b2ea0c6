import { authSettings, type Channel } from '@app/domain/auth';
import type { AuthDeps } from '../auth-deps.ts';
import { countAttempt } from './count-attempt.ts';

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
