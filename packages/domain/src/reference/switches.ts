import { type Decision, ok, refuse } from '@app/base';
import { flag, type Setting, type SettingCodec, setting } from './setting.ts';

/** Risky products, each behind a switch per country (decisions, "Regional switches"). */
export const PRODUCTS = ['seconds', 'contract', 'copy', 'loan', 'dual', 'bonus', 'blind_box'] as const;
export type Product = (typeof PRODUCTS)[number];

/** Open everywhere except in some countries, or closed everywhere except in some; codes are ISO 3166 alpha-2. */
export type ProductSwitch = { readonly open: boolean; readonly except: readonly string[] };

const COUNTRY = /^[A-Z]{2}$/;

const productSwitchCodec: SettingCodec<ProductSwitch> = {
  decode: (json) => {
    if (typeof json !== 'object' || json === null || !('open' in json) || !('except' in json)) {
      return refuse('setting_invalid');
    }
    const { open, except } = json;
    const isList = Array.isArray(except) && except.every((code) => typeof code === 'string' && COUNTRY.test(code));
    return typeof open === 'boolean' && isList ? ok({ open, except }) : refuse('setting_invalid');
  },
  encode: (value) => value,
};

export const productSwitch = (product: Product): Setting<ProductSwitch> =>
  setting({
    key: `product.${product}`,
    codec: productSwitchCodec,
    initial: { open: true, except: [] },
    meaning: `Where ${product} may be used.`,
  });

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

/** Functions that a person or the auditor can stop at once. `true` means running. */
export const KILL_SWITCHES = ['withdrawals', 'sign_ups', 'new_positions', 'service'] as const;
export type KillSwitch = (typeof KILL_SWITCHES)[number];

export const killSwitch = (name: KillSwitch): Setting<boolean> =>
  setting({ key: `switch.${name}`, codec: flag, initial: true, meaning: `Whether ${name} are running.` });

export const productKillSwitch = (product: string): Setting<boolean> =>
  setting({ key: `switch.product.${product}`, codec: flag, initial: true, meaning: `Whether ${product} is running.` });

export const marketKillSwitch = (market: string): Setting<boolean> =>
  setting({ key: `switch.market.${market}`, codec: flag, initial: true, meaning: `Whether ${market} is trading.` });
