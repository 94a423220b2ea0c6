import type { IconName } from '@app/ui';
import type { TextKey } from '../../data/app/texts.ts';

/** A page that can be a shortcut on the home page, while it is open. */
export type Shortcut = {
  readonly name: string;
  readonly icon: IconName;
  readonly label: TextKey;
  readonly path: `/pages/${string}`;
};

/** Shortcuts in default order. */
export const SHORTCUTS = [
  { name: 'spot', icon: 'spot', label: 'home.tile.spot', path: '/pages/transaction/currency' },
  { name: 'lite', icon: 'convert', label: 'home.tile.lite', path: '/pages/transaction/currency2' },
  { name: 'learn', icon: 'learn', label: 'home.tile.learn', path: '/pages/index/guide' },
  { name: 'verify', icon: 'hash', label: 'home.tile.verify', path: '/pages/plus/verify' },
  { name: 'news', icon: 'megaphone', label: 'home.tile.news', path: '/pages/index/news' },
  { name: 'help', icon: 'help', label: 'home.tile.help', path: '/pages/setting/help' },
  { name: 'transfer', icon: 'transfer', label: 'home.tile.transfer', path: '/pages/fund/transfer' },
  { name: 'orders', icon: 'list', label: 'home.tile.orders', path: '/pages/transaction/currency_order' },
  { name: 'p2p', icon: 'p2p', label: 'home.tile.p2p', path: '/pages/legal/legal' },
  { name: 'seconds', icon: 'seconds', label: 'home.tile.seconds', path: '/pages/transaction/index2' },
  { name: 'copy', icon: 'copy-trade', label: 'home.tile.copy', path: '/pages/copytrade/copy' },
  { name: 'earn', icon: 'earn', label: 'home.tile.earn', path: '/pages/financial/index' },
  { name: 'nft', icon: 'nft', label: 'home.tile.nft', path: '/pages/nft/nft' },
  { name: 'rewards', icon: 'gift', label: 'home.tile.rewards', path: '/pages/index/getusdt' },
  { name: 'invite', icon: 'users', label: 'home.tile.invite', path: '/pages/setting/share' },
  { name: 'dual', icon: 'dual', label: 'home.tile.dual', path: '/pages/invest/invest' },
  { name: 'mining', icon: 'lock', label: 'home.tile.mining', path: '/pages/lockming/lockming' },
  { name: 'loan', icon: 'loan', label: 'home.tile.loan', path: '/pages/loan/loan' },
  { name: 'ieo', icon: 'rocket', label: 'home.tile.ieo', path: '/pages/ieo/ieo' },
  { name: 'trainer', icon: 'candle', label: 'home.tile.trainer', path: '/pages/game/game' },
] as const satisfies readonly Shortcut[];

/** The eighth tile opens the list of all pages. */
export const PLACES = 7;

/** The open shortcuts, which home may show, and the closed ones, which only the list of all pages announces. */
export type Offer = { readonly open: readonly Shortcut[]; readonly closed: readonly Shortcut[] };

/** Returns the shortcuts by openness, each part in default order. */
export const offerOf = (isOpen: (path: string) => boolean): Offer => ({
  open: SHORTCUTS.filter(({ path }) => isOpen(path)),
  closed: SHORTCUTS.filter(({ path }) => !isOpen(path)),
});

/** Returns the user's chosen shortcuts in their order; the first default ones if none of them is valid. */
export function chosenShortcuts(kept: unknown, offered: readonly Shortcut[]): readonly Shortcut[] {
  const names: readonly unknown[] = Array.isArray(kept) ? [...new Set(kept)] : [];
  const chosen = names.flatMap((name) => offered.find((it) => it.name === name) ?? []);
  return (chosen.length > 0 ? chosen : offered).slice(0, PLACES);
}

/** Removes a chosen shortcut, or appends a new one while there is space. */
export function toggled(chosen: readonly Shortcut[], it: Shortcut): readonly Shortcut[] {
  const rest = chosen.filter(({ name }) => name !== it.name);
  if (rest.length < chosen.length) return rest;
  return chosen.length < PLACES ? [...chosen, it] : chosen;
}
