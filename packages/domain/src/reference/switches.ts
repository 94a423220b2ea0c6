import * as z from 'zod/mini';
import { OPEN_AT_FIRST, type Product, type ProductSwitch } from './products.ts';
import { codecOf, countries, flag, type Setting, setting } from './setting.ts';

const productSwitchCodec = codecOf<ProductSwitch>(z.object({ open: z.boolean(), except: countries }));

/** Declares where a product may be used. One that is not built is closed; a stored value wins over the initial one. */
export const productSwitch = (product: Product): Setting<ProductSwitch> =>
  setting({
    key: `product.${product}`,
    codec: productSwitchCodec,
    initial: { open: OPEN_AT_FIRST.includes(product), except: [] },
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
