import type { Product } from '@app/domain/reference';
import type { Screen, SearchEntry } from '../data/app/screen.ts';
import type { TextFeature, TextKey } from '../data/app/texts.ts';

/** Page that search offers. */
export type SearchPage = SearchEntry & {
  readonly path: Screen['path'];
  /** Whether a visitor must log in first. */
  readonly isOwn: boolean;
};

type Found = { readonly icon: string; readonly also: TextKey };

/** How search finds a page that is not built yet: by its product, or else by its feature. */
const BY_PRODUCT: Readonly<Partial<Record<Product, Found>>> = {
  withdraw: { icon: 'withdraw', also: 'search.withdraw' },
  convert: { icon: 'convert', also: 'search.convert' },
};
const BY_FEATURE: Readonly<Partial<Record<TextFeature, Found>>> = {
  bonus: { icon: 'gift', also: 'search.rewards' },
  chat: { icon: 'headset', also: 'search.support' },
  contract: { icon: 'contract', also: 'search.contract' },
  copy: { icon: 'copy-trade', also: 'search.copy' },
  game: { icon: 'candle', also: 'search.trainer' },
  home: { icon: 'earn', also: 'search.earn' },
  ieo: { icon: 'rocket', also: 'search.ieo' },
  invest: { icon: 'dual', also: 'search.earn' },
  invite: { icon: 'users', also: 'search.invite' },
  kyc: { icon: 'id-card', also: 'search.identity' },
  loan: { icon: 'loan', also: 'search.loan' },
  mining: { icon: 'lock', also: 'search.mining' },
  nft: { icon: 'nft', also: 'search.nft' },
  otc: { icon: 'p2p', also: 'search.otc' },
  seconds: { icon: 'seconds', also: 'search.seconds' },
};

/** Returns the searchable pages of the screen tables, in their order; pages for visitors come last. */
export function searchPagesOf(screens: readonly Screen[]): readonly SearchPage[] {
  const pages = screens.flatMap((screen) => {
    const entry = entryOf(screen);
    return entry === 'none' ? [] : { path: screen.path, isOwn: screen.access === 'user', ...entry };
  });
  const isLast = ({ forVisitors }: SearchPage) => forVisitors === true;
  return [...pages.filter((page) => !isLast(page)), ...pages.filter(isLast)];
}

function entryOf(screen: Screen): SearchEntry | 'none' {
  if ('load' in screen) return screen.search;
  const { title } = screen.coming;
  const found = (screen.product && BY_PRODUCT[screen.product]) ?? BY_FEATURE[featureOf(title)];
  return found === undefined ? { title, icon: 'doc' } : { title, icon: found.icon, also: [found.also] };
}

const featureOf = (key: TextKey) => key.slice(0, key.indexOf('.')) as TextFeature; // By the key's type.

/** Returns the features whose texts the search compares. */
export function searchTextsOf(pages: readonly SearchPage[]): readonly TextFeature[] {
  const keys = pages.flatMap(({ title, also = [] }) => [title, ...also]);
  return [...new Set(keys.map(featureOf))];
}
