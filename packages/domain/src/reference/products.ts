import { type Decision, ok, refuse } from '@app/base';

/** Risky products, each behind a switch per country (decisions, "Regional switches"). */
export const RISKY_PRODUCTS = ['seconds', 'contract', 'copy', 'loan', 'dual', 'bonus', 'blind_box'] as const;

/** Everything with a switch: the risky products, and the other verticals that open one by one. */
export const PRODUCTS = [
  ...RISKY_PRODUCTS,
  'deposit',
  'withdraw',
  'convert',
  'otc',
  'mining',
  'ieo',
  'nft',
  'invite',
  'identity',
  'chat',
  'trainer',
] as const;
export type Product = (typeof PRODUCTS)[number];

/**
 * Products whose switch starts open. One joins with the change that finishes it; until then its texts may say that it is
 * not open (`open-texts.test.ts`), and its pages may be placeholders.
 */
export const OPEN_AT_FIRST: readonly Product[] = ['deposit', 'convert', 'contract', 'seconds', 'identity'];

/** Open everywhere except in some countries, or closed everywhere except in some; codes are ISO 3166 alpha-2. */
export type ProductSwitch = { readonly open: boolean; readonly except: readonly string[] };

/** Returns whether a product is shown as open for a country. A visitor of unknown country sees the default. */
export const isOpenIn = ({ open, except }: ProductSwitch, country: string): boolean =>
  open !== except.includes(country);

/** Returns whether a product may be used. Users without a known country are refused with `country_required` first. */
export function mayUse(
  position: ProductSwitch,
  country: string | undefined,
): Decision<true, 'feature_unavailable' | 'country_required'> {
  if (country === undefined) return refuse('country_required');
  return isOpenIn(position, country) ? ok(true) : refuse('feature_unavailable');
}
