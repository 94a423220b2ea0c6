import { formatDecimal, type Price } from '@app/money';
import { listSettings, readReceipt } from '@app/protocol/proof';
import { type HouseFillText, ladderQuotes, type PublishedText, type ReceiptText } from '@app/verifier';
import { proveTick, type SealedBlock } from '../src/modules/market/index.ts';
import { issueReceipts, proofRoutes } from '../src/modules/proof/index.ts';
import { transactOn } from '../src/platform/db/transact.ts';
import { createHttp } from '../src/platform/http/http.ts';
import { openPriceTestbed, type PriceTestbed } from './price-testbed.ts';
import { amount, atTheEnd, silent } from './testbed.ts';

/** Sealed prices, and an engine that trades at them and issues receipts. */
export type ReceiptTestbed = PriceTestbed & {
  /** Issues the receipt of a trade with the house at the block's first tick and returns its id. */
  trade(block: SealedBlock, more?: Partial<HouseFillText>): Promise<string>;
  /** Returns the route's answer to a visitor. */
  getReceipt(id: string): Promise<{ readonly data?: ReceiptText; readonly error?: string }>;
  /** Returns the route's answer for the versions of a setting. */
  fetchSettings(key: string): Promise<{ readonly data?: { readonly list: readonly Shown[] }; readonly error?: string }>;
};
type Shown = PublishedText & { readonly from: number | null };

const GRID = { price_tick: '0.01', lot: '0.0001' };
const INVENTORY = { base: '1000', quote: '100000' };
/** Defaults in force before anything is set. */
const SETTINGS = {
  version: 0,
  levels: 10,
  spread_rate: '0.0005',
  step_rate: '0.0005',
  level_worth: '20000',
  inventory_max: '10000000',
};

export async function openReceiptTestbed(): Promise<ReceiptTestbed> {
  const testbed = await openPriceTestbed();
  const http = await createHttp({ log: silent, findCaller: () => Promise.resolve(undefined) });
  proofRoutes(http, { db: testbed.as('app').db, proveTick });
  atTheEnd(() => http.app.close());
  const get = async (path: string, fields: Record<string, string>) =>
    (await http.app.inject({ method: 'GET', url: `/api${path}?${new URLSearchParams(fields)}` })).json();
  const transact = transactOn(testbed.as('engine').db);
  return {
    ...testbed,
    trade: async (block, more) => {
      const id = testbed.nextId();
      const receipt = {
        id,
        kind: 'spot.house_fill',
        block: block.number,
        body: { ...aHouseFill(String(id), block), ...more },
      };
      await transact((tx) => issueReceipts(tx, [receipt]));
      return String(id);
    },
    getReceipt: (id) => get(readReceipt.path, { id }),
    fetchSettings: (key) => get(listSettings.path, { key }),
  };
}

/** Builds a fill of seven lots of the second level, after all of the first and three more. */
export function aHouseFill(id: string, { number, ticks: [tick] }: SealedBlock): HouseFillText {
  if (tick === undefined) throw new Error('a block has ticks');
  const { asks } = ladderQuotes({
    price: tick.price,
    base: amount(INVENTORY.base),
    quote: amount(INVENTORY.quote),
    priceTick: amount(GRID.price_tick),
    lot: amount(GRID.lot),
    settings: {
      levels: SETTINGS.levels,
      spreadRate: amount(SETTINGS.spread_rate),
      stepRate: amount(SETTINGS.step_rate),
      levelWorth: amount(SETTINGS.level_worth),
      inventoryMax: amount(SETTINGS.inventory_max),
    },
  });
  const price = formatDecimal((asks[1]?.price ?? 0n) as Price);
  return {
    rule: 'house-ladder',
    version: 1,
    book: 'real',
    fill: { id, market: tick.market, symbol: 'BTC/USDT', side: 'buy', price, quantity: '0.0007', houseTook: false },
    tick: { market: tick.market, seq: tick.seq, price: formatDecimal(tick.price), block: number },
    inventory: INVENTORY,
    settings: SETTINGS,
    grid: GRID,
    taken: (asks[0]?.lots ?? 0) + 3,
  };
}
