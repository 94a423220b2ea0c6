import type { IconName } from '@app/ui';
import type { Text, TextKey } from '../data/app/texts.ts';
import { foldSearch, searchTerms } from '../lib/search-terms.ts';
import { SCREENS } from './screens.ts';

/** Searchable page. `also` lists keywords that match although the page does not show them. */
export type SearchPage = {
  readonly path: `/pages/${string}`;
  readonly title: TextKey;
  readonly icon: IconName;
  readonly also?: readonly TextKey[];
  /** Useful only without a session. */
  readonly forVisitors?: true;
};

/**
 * Every page that can be opened on its own; a test keeps it complete. Pages that need an id or a link are found
 * elsewhere.
 */
export const SEARCH_PAGES: readonly SearchPage[] = [
  { path: '/pages/index/index', title: 'system.tab.home', icon: 'home' },
  { path: '/pages/market/market', title: 'market.title', icon: 'markets' },
  { path: '/pages/market/futures', title: 'market.futures.title', icon: 'contract' },
  { path: '/pages/transaction/index', title: 'market.chart.title', icon: 'candle' },
  { path: '/pages/transaction/currency', title: 'spot.title', icon: 'spot' },
  { path: '/pages/transaction/currency2', title: 'spot.lite.title', icon: 'convert' },
  { path: '/pages/transaction/currency_order', title: 'spot.orders.title', icon: 'list' },
  { path: '/pages/transaction/contract', title: 'contract.title', icon: 'contract' },
  { path: '/pages/fund/assets', title: 'wallet.title', icon: 'assets' },
  { path: '/pages/fund/transfer', title: 'wallet.transfer', icon: 'transfer' },
  { path: '/pages/plus/notices', title: 'notify.title', icon: 'bell' },
  { path: '/pages/setting/setting', title: 'settings.title', icon: 'user', also: ['settings.language'] },
  {
    path: '/pages/setting/set',
    title: 'settings.set.title',
    icon: 'palette',
    also: ['settings.look', 'settings.fiat', 'settings.motion', 'settings.confirmations', 'settings.haptics'],
  },
  { path: '/pages/setting/userInfo', title: 'settings.profile.title', icon: 'user' },
  { path: '/pages/setting/security', title: 'auth.security.title', icon: 'shield' },
  { path: '/pages/setting/password', title: 'auth.password_change.title', icon: 'key' },
  { path: '/pages/setting/payPassword', title: 'auth.trade_password.title', icon: 'lock' },
  { path: '/pages/setting/bind_authenticator', title: 'auth.authenticator.title', icon: 'shield-check' },
  { path: '/pages/plus/passkeys', title: 'security.passkeys', icon: 'passkey' },
  { path: '/pages/plus/devices', title: 'security.devices', icon: 'phone' },
  { path: '/pages/plus/limits', title: 'limits.title', icon: 'gauge' },
  { path: '/pages/plus/verify', title: 'proof.title', icon: 'hash' },
  { path: '/pages/index/news', title: 'content.news.title', icon: 'megaphone' },
  { path: '/pages/setting/help', title: 'content.help.title', icon: 'help' },
  { path: '/pages/setting/contactUs', title: 'content.contact.title', icon: 'headset' },
  { path: '/pages/setting/download', title: 'content.install.title', icon: 'save' },
  { path: '/pages/setting/about', title: 'content.about.title', icon: 'info' },
  { path: '/pages/setting/privacy', title: 'content.privacy.title', icon: 'eye-off' },
  { path: '/pages/setting/whitePage', title: 'content.paper.title', icon: 'doc' },
  { path: '/pages/common/login', title: 'auth.login.action', icon: 'user', forVisitors: true },
  { path: '/pages/common/register', title: 'auth.register.title', icon: 'plus', forVisitors: true },
  { path: '/pages/setting/forget', title: 'auth.forgot.title', icon: 'key', forVisitors: true },
];

/**
 * One or two letters occur almost everywhere, so they match only at the start of a word. Scripts without letters
 * express much with one sign.
 */
const BEGUN = /^[a-z]{1,2}$/;

type PageSearch = { readonly query: string; readonly isVisitor: boolean; readonly text: Text };
type FoundPage = SearchPage & { readonly needsLogin: boolean };

/** Finds the built pages that match the whole search text, title matches first. */
export function findPages({ query, isVisitor, text }: PageSearch): readonly FoundPage[] {
  const wanted = searchTerms(query);
  if (wanted.length === 0) return [];
  const holds = (keys: readonly TextKey[]) => {
    const haystack = ` ${foldSearch(keys.map((key) => text(key)).join(' '))}`;
    return wanted.every((word) => haystack.includes(BEGUN.test(word) ? ` ${word}` : word));
  };
  const open = SEARCH_PAGES.filter(({ path, forVisitors }) => isBuilt(path) && (isVisitor || forVisitors !== true));
  const byTitle = open.filter(({ title }) => holds([title]));
  const byMore = open.filter(({ title, also = [] }) => !holds([title]) && holds([title, ...also]));
  return [...byTitle, ...byMore].map((page) => ({ ...page, needsLogin: isVisitor && isOwn(page.path) }));
}

const isBuilt = (path: string) => SCREENS.some((screen) => screen.path === path && 'load' in screen);
const isOwn = (path: string) => SCREENS.some((screen) => screen.path === path && screen.access === 'user');
