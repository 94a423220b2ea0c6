import { expectDefined } from '@app/base';
import type { Product } from '@app/domain/reference';
import { buttonClass, Empty, NavBar, Page } from '@app/ui';
import { Link, useLocation } from 'react-router';
import { MARKET_PATH } from '../data/app/return-address.ts';
import { type TextKey, useText } from '../data/app/texts.ts';
import { useBack } from '../data/app/use-back.ts';
import { SCREENS } from './screens.ts';

/** Placeholder of a page that is not built yet: its name, its purpose, and a note that nothing here is active. */
export default function ComingScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  const { coming, product } = expectDefined(placeholderAt(useLocation().pathname), 'its announcement');
  const { title, about } = coming;
  const way = wayOn(title, product);
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={way.path}>
      {text(way.label)}
    </Link>
  );
  return (
    <Page bar={<NavBar title={text(title)} back={back} />}>
      <div className="middle">
        <p className="mx-auto mb-4">
          <span className="tag">{text('system.coming.tag')}</span>
        </p>
        <Empty title={text(about)} text={text('system.coming.text')} action={action} />
      </div>
    </Page>
  );
}

type Way = { readonly path: string; readonly label: TextKey };

const MARKETS: Way = { path: MARKET_PATH, label: 'system.coming.action' };
const SPOT: Way = { path: '/pages/transaction/currency', label: 'system.coming.way.spot' };
const LITE: Way = { path: '/pages/transaction/currency2', label: 'system.coming.way.lite' };
const ASSETS: Way = { path: '/pages/fund/assets', label: 'system.coming.way.assets' };
const HELP: Way = { path: '/pages/setting/help', label: 'system.coming.way.help' };

/** What comes closest to a product until it opens. */
const INSTEAD: Readonly<Partial<Record<Product, Way>>> = {
  contract: SPOT,
  seconds: SPOT,
  copy: SPOT,
  trainer: SPOT,
  convert: LITE,
  otc: LITE,
  ieo: LITE,
  identity: HELP,
  chat: HELP,
};

/** Returns the one way on from a closed page; every path here is built. */
export function wayOn(title: TextKey, product: Product | undefined): Way {
  const ofProduct = product && INSTEAD[product];
  return ofProduct ?? (title.startsWith('wallet.') ? ASSETS : MARKETS);
}

/**
 * Finds the placeholder of a path. The router ignores case and a trailing slash until the frame has corrected the
 * address.
 */
function placeholderAt(pathname: string) {
  const path = pathname.replace(/\/+$/, '').toLowerCase();
  const screen = SCREENS.find((it) => it.path.toLowerCase() === path);
  return screen !== undefined && 'coming' in screen ? screen : undefined;
}
