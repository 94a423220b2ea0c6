import {
  type ConversionAnswer,
  type ConversionText,
  type IssuedConversion,
  LATENCY_MS,
  receivedOf,
  type TermsText,
  toHex,
} from '../index.ts';
import { decimal, units } from '../units.ts';
import { blockTime, type House, idAt, OTHER, reseal, TICK_BLOCK, TRADED, tickAt, withReceipts } from './house.ts';
import { placeIn, sealedIn, showTickProof } from './show-receipt.ts';
import { headerText } from './texts.ts';

/** Terms that the sample's platform published. */
export const TERMS = { version: 3, value: { spread_rate: '0.002', lock_seconds: 10 } } as const;

/** Markets of the sample by symbol. */
export const MARKETS = { 'BTC/USDT': TRADED, 'ETH/USDT': OTHER } as const;

/** A conversion of the sample. The platform is honest as long as the caller is. */
export type Wanted = {
  readonly from?: string;
  readonly to?: string;
  readonly amount?: string;
  readonly book?: string;
  /** Blocks of the two ticks; only even ones have one of BTC. */
  readonly blocks?: Readonly<Record<string, number>>;
  /** Times after the tick's block at which the rate was locked and used, in milliseconds. */
  readonly quotedAfterMs?: number;
  readonly usedAfterMs?: number;
  readonly terms?: { readonly version: number; readonly value: TermsText };
  readonly n?: number;
};

/** Issues the receipt of a conversion. */
export function convertIn(house: House, wanted: Wanted = {}): IssuedConversion {
  const { from = 'BTC', to = 'ETH', amount = '0.75', book = 'real', blocks = {}, terms = TERMS } = wanted;
  const { quotedAfterMs = 1_300, usedAfterMs = 2_600 } = wanted;
  const legs = [from, to].flatMap((currency) => {
    const symbol = `${currency}/USDT`;
    const market = MARKETS[symbol as keyof typeof MARKETS];
    if (currency === 'USDT' || market === undefined) return [];
    const block = blocks[currency] ?? (currency === 'BTC' ? TICK_BLOCK : TICK_BLOCK + 1);
    const { seq, price } = tickAt(house, { block, market });
    return [{ currency, symbol, market, seq, price: decimal(price), block }];
  });
  const start = blockTime(Math.min(...legs.map(({ block }) => block)));
  const at = start + usedAfterMs;
  const id = idAt(at, wanted.n);
  const received = receivedOf({
    rule: 'index-spread',
    version: 1,
    from,
    to,
    amount: units(amount),
    received: 0n,
    legs: legs.map((leg) => ({ ...leg, price: units(leg.price) })),
    spreadRate: units(terms.value.spread_rate),
    lockSeconds: terms.value.lock_seconds,
  });
  const body: ConversionText = {
    rule: 'index-spread',
    version: 1,
    book,
    conversion: {
      id,
      account: 'wallet',
      from,
      to,
      amount,
      received: decimal(received),
      quoted_at: start + quotedAfterMs,
      at,
    },
    legs,
    settings: { version: terms.version, ...terms.value },
    freshness: { version: house.freshness.version, max_age_ms: house.freshness.value },
  };
  return { id, kind: 'convert.conversion', body };
}

/** Seals a conversion into a block with the real keys, and the whole chain after it. */
export const sealConversion = (house: House, receipt: IssuedConversion, number = TICK_BLOCK + 3): Promise<House> =>
  reseal(house, withReceipts(house.drafts, number, [receipt]));

/** Returns what the API answers about a conversion. */
export async function showConversion(
  house: House,
  receipt: IssuedConversion,
  terms: ConversionAnswer['settings'] = TERMS,
): Promise<ConversionAnswer> {
  const { kind, body } = receipt;
  const [first, second] = body.legs;
  if (first === undefined) throw new Error('a conversion has a price');
  const last = sealedIn(house, receipt);
  const known = body.conversion.quoted_at - LATENCY_MS;
  const start = Math.min(...body.legs.map(({ block }) => block));
  const blocks = house.blocks.slice(start, last).map((block) => ({
    ...headerText(block),
    body: block.atMs <= known ? toHex(block.body) : null,
  }));
  return {
    kind,
    body,
    settings: terms,
    freshness: house.freshness,
    proof: await showTickProof(house, first, receipt),
    second: second === undefined ? null : await showTickProof(house, second, receipt),
    seal:
      last === undefined
        ? null
        : {
            inventory: null,
            blocks,
            signature: toHex(house.blocks[last - 1]?.signature ?? new Uint8Array(0)),
            place: await placeIn(house, receipt, last),
            before: null,
          },
  };
}

/** Seals a conversion and shows it. */
export async function sealAndShowConversion(
  house: House,
  receipt: IssuedConversion,
  number?: number,
): Promise<ConversionAnswer> {
  return await showConversion(await sealConversion(house, receipt, number), receipt);
}
