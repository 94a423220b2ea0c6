import * as z from 'zod/mini';
import { OPEN_AT_FIRST, type Product, type ProductSwitch } from './products.ts';
import { codecOf, countries, flag, type Setting, setting } from './setting.ts';

const productSwitchCodec = codecOf<ProductSwitch>(z.object({ open: z.boolean(), except: countries }));

/** Countries of the European Economic Area: their authorities do not allow binary options for retail clients. */
const EEA = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI'],
  ...['LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
];

/**
 * Countries in which a product starts closed although its switch is open. Binary options for retail clients are also
 * forbidden or kept to licensed exchanges in Australia, Canada, the United Kingdom, Israel and the United States.
 */
const CLOSED_AT_FIRST: Readonly<Partial<Record<Product, readonly string[]>>> = {
  seconds: [...EEA, 'AU', 'CA', 'GB', 'IL', 'US'].sort(),
};

/** Returns where a product may be used until an operator decides otherwise. */
const firstSwitch = (product: Product): ProductSwitch => ({
  open: OPEN_AT_FIRST.includes(product),
  except: CLOSED_AT_FIRST[product] ?? [],
});

/** Declares where a product may be used. One that is not built is closed; a stored value wins over the initial one. */
export const productSwitch = (product: Product): Setting<ProductSwitch> =>
  setting({
    key: `product.${product}`,
    codec: productSwitchCodec,
    initial: firstSwitch(product),
    meaning: `Where ${product} may be used.`,
  });

/** Functions that a person or the auditor can stop at once. `true` means running. */
export const KILL_SWITCHES = ['withdrawals', 'sign_ups', 'new_positions', 'service'] as const;
export type KillSwitch = (typeof KILL_SWITCHES)[number];

export const killSwitch = (name: KillSwitch): Setting<boolean> =>
  setting({ key: `switch.${name}`, codec: flag, initial: true, meaning: `Whether ${name} are running.` });

export const productKillSwitch = (product: string): Setting<boolean> =>
  setting({ key: `switch.product.${product}`, codec: flag, initial: true, meaning: `Whether ${product} is running.` });

export const marketKillSwitch = (market: string): Setting<boolean> =>
  setting({ key: `switch.market.${market}`, codec: flag, initial: true, meaning: `Whether ${market} is trading.` });
