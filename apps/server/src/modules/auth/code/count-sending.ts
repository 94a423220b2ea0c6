import { authSettings, type Channel } from '@app/domain/auth';
import type { AuthDeps } from '../auth-deps.ts';
import { countAttempt } from './count-attempt.ts';

const COUNTED = {
  email: { action: 'code', limits: authSettings.codeLimits },
  mobile: { action: 'sms', limits: authSettings.smsLimits },
} as const;

type Sending = {
  readonly channel: Channel;
  /** Who asks: an account anybody may name, or a signed-in person. */
  readonly account: string;
  /** Where it goes. The day's limit is the recipient's, whoever asks: a mailbox fills, and a text costs. */
  readonly recipient: string;
  readonly ip: string;
};

/** Counts a code before it is sent; texts to phones apart from mails. */
export async function countSending(deps: AuthDeps, { channel, ...attempt }: Sending): Promise<void> {
  const { action, limits } = COUNTED[channel];
  await countAttempt(deps, { action, ...attempt }, limits);
}
