import { HOME_PATH, MARKET_PATH } from '../data/app/return-address.ts';

type History = Pick<globalThis.History, 'state' | 'replaceState' | 'pushState'>;

/**
 * Seeds the back history. A user who arrives by a link or from the home screen has no page to go back to; the
 * specification's home-back then leads to the quotation tab. It is inserted before the first page, where the router
 * finds it like any other.
 */
export function seedBackHistory(history: History, hash: string): void {
  const isReload = history.state !== null;
  const path = hash.replace(/^#/, '').split('?')[0] ?? '';
  if (isReload || path === MARKET_PATH) return;
  history.replaceState({ idx: 0, key: 'quotation', usr: null }, '', `#${MARKET_PATH}`);
  history.pushState({ idx: 1, key: 'first', usr: null }, '', path === '' || path === '/' ? `#${HOME_PATH}` : hash);
}
