import { type PayoutTerms, payoutSettings } from '@app/domain/payout';
import type { Settings } from '../../reference/index.ts';

/** Reads what a payout costs now. */
export async function readTerms(settings: Settings): Promise<PayoutTerms> {
  const { value: fee } = await settings.read(payoutSettings.fee);
  const { value: minimum } = await settings.read(payoutSettings.minimum);
  const { value: maximum } = await settings.read(payoutSettings.maximum);
  const { value: rate } = await settings.read(payoutSettings.usdPerUsdt);
  return { fee, minimum, maximum, rate };
}
