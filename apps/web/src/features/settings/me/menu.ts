import type { IconName } from '@app/ui';
import type { Text, TextKey } from '../../../data/app/texts.ts';

/** A row of the "Me" page. `also` lists further search texts that it does not show. */
export type Line = {
  readonly icon: IconName;
  readonly label: TextKey;
  readonly path: `/pages/${string}`;
  readonly also?: readonly TextKey[];
};

const PREFERENCES: Line = {
  icon: 'palette',
  label: 'settings.look',
  path: '/pages/setting/set',
  also: [
    'settings.set.title',
    'settings.fiat',
    'settings.motion',
    'settings.chart_style',
    'settings.confirmations',
    'settings.haptics',
    'settings.cache',
  ],
};

const FOR_ALL: readonly Line[] = [
  { icon: 'help', label: 'content.help.title', path: '/pages/setting/help' },
  { icon: 'headset', label: 'chat.support.title', path: '/pages/common/serverView' },
  { icon: 'shield-check', label: 'content.contact.title', path: '/pages/setting/contactUs' },
  { icon: 'percent', label: 'statistics.title', path: '/pages/plus/statistics' },
  { icon: 'save', label: 'content.install.title', path: '/pages/setting/download' },
  { icon: 'info', label: 'content.about.title', path: '/pages/setting/about' },
];

/** Order as in the design's "Me": the user's rows first, then public ones. Language and log-out have separate rows. */
export const MENU = {
  account: [
    {
      icon: 'shield',
      label: 'auth.security.title',
      path: '/pages/setting/security',
      also: ['auth.password_change.title', 'auth.trade_password.title', 'auth.authenticator.title'],
    },
    { icon: 'id-card', label: 'kyc.status.title', path: '/pages/setting/real_mark' },
    { icon: 'users', label: 'invite.hub.title', path: '/pages/setting/share' },
  ],
  money: [
    { icon: 'ticket', label: 'bonus.coupons.title', path: '/pages/setting/coupon' },
    { icon: 'calendar', label: 'settings.results', path: '/pages/plus/results' },
    { icon: 'doc', label: 'wallet.statement.title', path: '/pages/setting/bill' },
    { icon: 'address-book', label: 'wallet.addresses.title', path: '/pages/setting/wallet' },
    { icon: 'bank', label: 'wallet.bank.title', path: '/pages/setting/bank' },
  ],
  orders: [
    { icon: 'spot', label: 'spot.orders.title', path: '/pages/transaction/currency_order' },
    { icon: 'contract', label: 'contract.orders.title', path: '/pages/transaction/contract_order' },
    { icon: 'seconds', label: 'seconds.orders.title', path: '/pages/transaction/seconds_order' },
    { icon: 'p2p', label: 'otc.orders.title', path: '/pages/legal/recordlist' },
  ],
  preferences: [PREFERENCES],
  care: [
    {
      icon: 'gauge',
      label: 'limits.title',
      path: '/pages/plus/limits',
      also: ['limits.daily_loss', 'limits.daily_deposit', 'limits.cool_off'],
    },
  ],
  all: FOR_ALL,
} as const satisfies Record<string, readonly Line[]>;

/** The order pages have a sheet of their own. */
const MENU_ORDERS: readonly Line[] = MENU.orders;

/** Returns the rows of a group whose pages are open. */
export const openLines = (lines: readonly Line[], isOpen: (path: string) => boolean): readonly Line[] =>
  lines.filter(({ path }) => isOpen(path));

/** Returns the rows of all groups whose pages are not open; they come last. */
export const closedLines = (isOpen: (path: string) => boolean, isVisitor: boolean): readonly Line[] =>
  (isVisitor ? VISITORS_LINES : OWN_LINES).filter((line) => !MENU_ORDERS.includes(line) && !isOpen(line.path));

const OWN_LINES: readonly Line[] = [
  { icon: 'user', label: 'settings.profile.title', path: '/pages/setting/userInfo' },
  ...MENU.account,
  ...MENU.money,
  ...MENU.orders,
  ...MENU.preferences,
  ...MENU.care,
  ...FOR_ALL,
];
const VISITORS_LINES: readonly Line[] = [...MENU.preferences, ...FOR_ALL];

/** Normalises text for search: ignores case, and diacritics that quick typing omits. */
const plain = (words: string) => words.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ı', 'i').toLowerCase();

/** Returns the rows whose text contains every keyword, in the page's order. */
export function findLines(search: string, isVisitor: boolean, text: Text): readonly Line[] {
  const wanted = plain(search).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const holds = ({ label, also = [] }: Line) => {
    const haystack = plain([label, ...also].map((key) => text(key)).join(' '));
    return wanted.every((word) => haystack.includes(word));
  };
  return (isVisitor ? VISITORS_LINES : OWN_LINES).filter(holds);
}
