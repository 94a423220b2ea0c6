import type { Output } from '@app/protocol';
import type { menu } from '@app/protocol/market';
import type { IconName } from '@app/ui';
import type { TextKey } from '../../data/app/texts.ts';

export type MenuProduct = Output<typeof menu>['list'][number]['product'];

/** A page that can be a shortcut on the home page. With `product`, only where that product is open. */
export type Shortcut = {
  readonly name: string;
  readonly icon: IconName;
  readonly label: TextKey;
  readonly path: `/pages/${string}`;
  readonly product?: MenuProduct;
};

/** Shortcuts in default order; pages in the tab bar are not repeated here. */
export const SHORTCUTS = [
  { name: 'p2p', icon: 'p2p', label: 'home.tile.p2p', path: '/pages/legal/legal' },
  {
    name: 'seconds',
    icon: 'seconds',
    label: 'home.tile.seconds',
    path: '/pages/transaction/index2',
    product: 'seconds',
  },
  { name: 'copy', icon: 'copy-trade', label: 'home.tile.copy', path: '/pages/copytrade/copy', product: 'copy' },
  { name: 'earn', icon: 'earn', label: 'home.tile.earn', path: '/pages/financial/index' },
  { name: 'nft', icon: 'nft', label: 'home.tile.nft', path: '/pages/nft/nft' },
  { name: 'learn', icon: 'learn', label: 'home.tile.learn', path: '/pages/index/guide' },
  { name: 'rewards', icon: 'gift', label: 'home.tile.rewards', path: '/pages/index/getusdt', product: 'bonus' },
  { name: 'invite', icon: 'users', label: 'home.tile.invite', path: '/pages/setting/share' },
  { name: 'news', icon: 'megaphone', label: 'home.tile.news', path: '/pages/index/news' },
  { name: 'help', icon: 'help', label: 'home.tile.help', path: '/pages/setting/help' },
  { name: 'dual', icon: 'dual', label: 'home.tile.dual', path: '/pages/invest/invest', product: 'dual' },
  { name: 'mining', icon: 'lock', label: 'home.tile.mining', path: '/pages/lockming/lockming' },
  { name: 'loan', icon: 'loan', label: 'home.tile.loan', path: '/pages/loan/loan', product: 'loan' },
  { name: 'ieo', icon: 'rocket', label: 'home.tile.ieo', path: '/pages/ieo/ieo' },
  { name: 'verify', icon: 'hash', label: 'home.tile.verify', path: '/pages/plus/verify' },
  { name: 'trainer', icon: 'candle', label: 'home.tile.trainer', path: '/pages/game/game' },
] as const satisfies readonly Shortcut[];

/** The eighth tile opens the list of all pages. */
export const PLACES = 7;

/** Returns the shortcuts this user may see, in default order. */
export const openShortcuts = (open: ReadonlySet<MenuProduct>): readonly Shortcut[] =>
  SHORTCUTS.filter((it: Shortcut) => it.product === undefined || open.has(it.product));

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
