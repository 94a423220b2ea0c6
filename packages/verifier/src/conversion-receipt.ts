import type { TickProof } from './check-tick.ts';
import { type ProofText, readProof } from './evidence.ts';
import type { FreshnessText } from './receipt.ts';
import type { IssuedReceipt } from './receipt-bytes.ts';
import type { Conversion } from './rules/conversion.ts';
import { readSeal, type Seal, type SealText } from './seal.ts';
import { units } from './units.ts';

/** Kind of the receipts of conversions. */
export const CONVERSION_KIND = 'convert.conversion';

/** Terms of conversions as published. */
export type TermsText = { readonly spread_rate: string; readonly lock_seconds: number };
export type LegText = {
  readonly currency: string;
  readonly symbol: string;
  readonly market: number;
  readonly seq: number;
  readonly price: string;
  readonly block: number;
};
/** Receipt of a conversion as issued: amounts, prices and rates are decimal text. */
export type ConversionText = {
  readonly rule: string;
  readonly version: number;
  readonly book: string;
  readonly conversion: {
    readonly id: string;
    readonly account: string;
    readonly from: string;
    readonly to: string;
    readonly amount: string;
    readonly received: string;
    /** When the rate was locked, and when it was used, in milliseconds. */
    readonly quoted_at: number;
    readonly at: number;
  };
  /** Sealed prices of the coin given and of the coin received; the base currency has none. */
  readonly legs: readonly LegText[];
  readonly settings: TermsText & { readonly version: number };
  readonly freshness: { readonly version: number; readonly max_age_ms: number };
};
export type IssuedConversion = IssuedReceipt & { readonly body: ConversionText };
/** API response for the receipt of a conversion. */
export type ConversionAnswer = {
  readonly kind: string;
  readonly body: ConversionText;
  /** Null if the version that the receipt names was never published. */
  readonly settings: { readonly version: number; readonly value: TermsText } | null;
  readonly freshness: FreshnessText | null;
  /** Proof of its first price; the second one's is separate, and null if it has one price only. */
  readonly proof: ProofText;
  readonly second: ProofText | null;
  /** Null until a block has sealed the receipt. */
  readonly seal: SealText | null;
};

/** Parsed receipt of a conversion; the id is the one that was requested. */
export type ConversionReceipt = {
  readonly kind: string;
  readonly id: string;
  readonly issued: IssuedConversion;
  readonly conversion: Conversion;
  readonly quotedMs: number;
  readonly atMs: number;
  readonly published: ConversionAnswer['settings'];
  readonly publishedFreshness: FreshnessText | null;
  /** Proofs of its prices, in the order of its legs. */
  readonly proofs: readonly TickProof[];
  /** Numbers of the markets by symbol, if the reader fetched the list of markets. */
  readonly markets: Readonly<Record<string, number>> | undefined;
  readonly seal: Seal | undefined;
};

type Query = {
  readonly id?: string | undefined;
  readonly markets?: Readonly<Record<string, number>> | undefined;
};

/** Whether an answer is about a conversion; every other one is about a trade with the house. */
export const isConversion = (answer: { readonly kind: string }): boolean => answer.kind === CONVERSION_KIND;

/** Parses the receipt of a conversion; throws if a text is not a number and leaves the values to the checks. */
export function readConversion(answer: ConversionAnswer, { id, markets }: Query = {}): ConversionReceipt {
  const { kind, body, settings, freshness, proof, second, seal } = answer;
  const { conversion, legs } = body;
  return {
    kind,
    id: id ?? conversion.id,
    issued: { id: id ?? conversion.id, kind, body },
    conversion: {
      rule: body.rule,
      version: body.version,
      from: conversion.from,
      to: conversion.to,
      amount: units(conversion.amount),
      received: units(conversion.received),
      legs: legs.map(({ currency, symbol, price }) => ({ currency, symbol, price: units(price) })),
      spreadRate: units(body.settings.spread_rate),
      lockSeconds: body.settings.lock_seconds,
    },
    quotedMs: conversion.quoted_at,
    atMs: conversion.at,
    published: settings,
    publishedFreshness: freshness,
    proofs: [proof, second].flatMap((text, at) => (text ? [readProof(text, legs[at])] : [])),
    markets,
    seal: seal ? readSeal(seal) : undefined,
  };
}
