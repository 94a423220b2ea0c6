import type { MarketProduct } from '@app/domain/market';
import { isOpenIn, PRODUCTS, type Product, productKillSwitch, productSwitch } from '@app/domain/reference';
import { type Decimal, formatDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import type { listMarkets as listRoute, menu as menuRoute } from '@app/protocol/market';
import type { Settings } from '../reference/index.ts';
import type { Board } from './board/board.ts';

type Deps = { readonly settings: Settings; readonly board: Pick<Board, 'markets' | 'quotes' | 'quoteOf'> };

/** Lists every market, with the products that are open in the caller's declared country. */
export async function listMarkets({ settings, board }: Deps, country = ''): Promise<Output<typeof listRoute>> {
  const open = await openProducts(settings, country);
  const isSourceSimulated = hasSimulatedSource(board);
  const list = board.markets().map(({ priceTick, products, ...market }) => ({
    ...market,
    id: BigInt(market.id),
    price_tick: priceTick,
    precision: placesOf(priceTick),
    lot_precision: placesOf(market.lot),
    products: products.filter((product) => open.has(product)),
    simulated: board.quoteOf(market.id)?.isSimulated ?? isSourceSimulated,
  }));
  return { list };
}

/**
 * Returns whether markets without a price yet will have simulated ones. The feed takes all prices from one kind of
 * source, so the newest price of any market tells; before the first of all, nothing says that prices are real.
 */
function hasSimulatedSource(board: Pick<Board, 'quotes'>): boolean {
  const [newest] = board.quotes().toSorted((a, b) => b.atMs - a.atMs);
  return newest?.isSimulated ?? true;
}

const MENU = ['spot', ...PRODUCTS] as const;

/** Returns the products of the app's first page. */
export async function showMenu(settings: Settings, country = ''): Promise<Output<typeof menuRoute>> {
  const open = await openProducts(settings, country);
  return { list: MENU.map((product) => ({ product, open: open.has(product) })) };
}

/** Returns the open products. Spot has no switch by country, only its kill switch. */
async function openProducts(settings: Settings, country: string): Promise<ReadonlySet<MarketProduct | Product>> {
  const listed = MENU.map(async (product) => {
    const { value: isRunning } = await settings.read(productKillSwitch(product));
    const isHere = product === 'spot' || isOpenIn((await settings.read(productSwitch(product))).value, country);
    return isRunning && isHere ? [product] : [];
  });
  return new Set((await Promise.all(listed)).flat());
}

const placesOf = (step: Decimal) => formatDecimal(step).split('.')[1]?.length ?? 0;
