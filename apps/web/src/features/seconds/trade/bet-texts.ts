import type { RefusalParams } from '@app/base';
import type { CallRefused } from '@app/client/call';
import { groupDigits } from '@app/money';
import type { Text } from '../../../data/app/texts.ts';
import type { BetPreview } from './bet-preview.ts';

/** Refusals that mean something of their own here; the catalogue's texts speak of orders and positions. */
const OWN = ['quote_expired', 'price_stale', 'no_live_price', 'exposure_exhausted', 'market_closed'] as const;
type OwnCode = (typeof OWN)[number];

const isOwn = (code: string): code is OwnCode => OWN.some((it) => it === code);

/** Returns why the server did not take a bet. */
export const refusalText = ({ code, message }: Pick<CallRefused, 'code' | 'message'>, text: Text): string =>
  isOwn(code) ? text(`seconds.refusal.${code}`) : message;

type Refused = Extract<BetPreview, { state: 'refused' }>;

/** Returns why a bet would not be taken. */
export function previewText({ code, params }: Pick<Refused, 'code' | 'params'>, text: Text): string {
  if (isOwn(code)) return text(`seconds.refusal.${code}`);
  const shown: RefusalParams = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, groupDigits(value)]),
  );
  return text(`refusal.${code}`, shown);
}
