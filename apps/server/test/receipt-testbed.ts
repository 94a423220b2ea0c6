import { expectDefined, firstIdAt } from '@app/base';
import { type LadderFunding, ladderAccount, postLadderFunding, spotSettings } from '@app/domain/spot';
import { formatDecimal, type Price } from '@app/money';
import { listLadderReceipts, listSettings, readReceipt } from '@app/protocol/proof';
import {
  type HouseFillText,
  type HouseReceipt,
  type LadderClassText,
  type PublishedText,
  type ReceiptText,
  seededQuotes,
} from '@app/verifier';
import { proveTick, readMarkets, type SealedBlock, showBlocks } from '../src/modules/market/index.ts';
import { hashReceipt, issueReceipts, proofRoutes, type Receipt } from '../src/modules/proof/index.ts';
import { transactOn } from '../src/platform/db/transact.ts';
import { createHttp } from '../src/platform/http/http.ts';
import { openPriceTestbed, type PriceTestbed } from './price-testbed.ts';
import { amount, atTheEnd, silent, type Testbed } from './testbed.ts';

/** Sealed prices, and an engine that trades at them and issues receipts. */
export type ReceiptTestbed = PriceTestbed & {
  /** Issues the receipt of a trade with the house at the block's first tick and returns its id. */
  trade(block: SealedBlock, more?: Partial<HouseFillText>, atMs?: number): Promise<string>;
  /** Returns the next receipt of a trade at the block's first tick, without issuing it. */
  nextReceipt(block: SealedBlock, more?: Partial<HouseFillText>, atMs?: number): Receipt;
  /** Returns the route's answer to a visitor. */
  getReceipt(id: string): Promise<{ readonly data?: ReceiptText; readonly error?: string }>;
  listLadder(fields: Record<string, string>): Promise<{ readonly data?: LadderText; readonly error?: string }>;
  /** Returns the route's answer for the versions of a setting. */
  fetchSettings(key: string): Promise<{ readonly data?: { readonly list: readonly Shown[] }; readonly error?: string }>;
};
type Shown = PublishedText & { readonly from: number | null };
type LadderText = {
  readonly total: number;
  readonly list: readonly (HouseReceipt & { readonly block: number | null })[];
};

const GRID = { price_tick: '0.01', lot: '0.0001' };
const INVENTORY = { base: '1000', quote: '100000' };
/** Defaults in force before anything is set: the first class, which is that of market 1. */
const { codec, initial } = spotSettings.ladderClasses;
const [{ name, markets: _, ...VALUES }] = (codec.encode(initial) as { classes: [LadderClassText] }).classes;
const SETTINGS = { version: 0, class: name, ...VALUES };
const FRESHNESS = { version: 0, max_age_ms: 5_000 };

export async function openReceiptTestbed(): Promise<ReceiptTestbed> {
  const testbed = await openPriceTestbed();
  const http = createHttp({ log: silent, findCaller: () => Promise.resolve(undefined) });
  proofRoutes(http, { db: testbed.as('app').db, proveTick, readBlocks: showBlocks });
  atTheEnd(() => http.app.close());
  const get = async (path: string, fields: Record<string, string>) =>
    (await http.app.inject({ method: 'GET', url: `/api${path}?${new URLSearchParams(fields)}` })).json();
  const transact = transactOn(testbed.as('engine').db);
  await fundHouse(testbed);
  const nextReceipt = openChains(testbed);
  return {
    ...testbed,
    nextReceipt,
    trade: async (...trade) => {
      const receipt = nextReceipt(...trade);
      await transact((tx) => issueReceipts(tx, [receipt]));
      return String(receipt.id);
    },
    getReceipt: (id) => get(readReceipt.path, { id }),
    listLadder: (fields) => get(listLadderReceipts.path, fields),
    fetchSettings: (key) => get(listSettings.path, { key }),
  };
}

/** Gives the demo house of the first market the inventory that all receipts name. */
async function fundHouse({ as, ledger }: Testbed): Promise<void> {
  const { db } = as('engine');
  const market = expectDefined(
    (await readMarkets(db)).find(({ id }) => id === 1),
    'the first market',
  );
  const accounts = [market.base, market.quote].map((currency) => ladderAccount(market.id, currency));
  const base = amount(INVENTORY.base);
  const quote = amount(INVENTORY.quote);
  const funding = postLadderFunding({ market, number: 1, base, quote } satisfies LadderFunding);
  await ledger.open(db, 'demo', [...accounts, ...funding.entries.map(({ account }) => account)]);
  await transactOn(db)((tx) => ledger.post(tx, [funding]));
}

/** Returns a function that chains receipts as the engine does: by mode, market, tick and side. */
function openChains({ nextId }: Testbed): ReceiptTestbed['nextReceipt'] {
  const last = new Map<string, { readonly receipt: Receipt; readonly body: HouseFillText }>();
  let count = 0;
  return (block, more = {}, atMs) => {
    const id = atMs === undefined ? nextId() : firstIdAt(atMs) + BigInt(++count);
    const draft = { ...aHouseFill(id, block, atMs ?? Date.now()), ...more };
    const name = [draft.book, draft.fill.market, draft.tick.seq, draft.fill.side].join();
    const before = last.get(name);
    const body: HouseFillText = {
      ...draft,
      taken: more.taken ?? (before ? before.body.taken + lotsOf(before.body) : 0),
      chain:
        'chain' in more
          ? more.chain
          : {
              place: (before?.body.chain?.place ?? -1) + 1,
              previous: before === undefined ? null : hashReceipt(before.receipt),
            },
      fill: { ...draft.fill, id: String(id) },
    };
    const receipt = { id, kind: 'spot.house_fill', block: block.number, body: withoutUndefined(body) };
    if (body.chain !== undefined) last.set(name, { receipt, body });
    return receipt;
  };
}

/** Drops absent fields, as the table does. */
const withoutUndefined = (body: HouseFillText): HouseFillText => JSON.parse(JSON.stringify(body));

const lotsOf = ({ fill, grid }: HouseFillText): number => Number(amount(fill.quantity) / amount(grid.lot));

/** Builds a fill of seven lots of the first level. */
function aHouseFill(id: bigint, { number, ticks: [tick] }: SealedBlock, atMs: number): HouseFillText {
  if (tick === undefined) throw new Error('a block has ticks');
  const { asks } = seededQuotes({
    market: tick.market,
    seq: tick.seq,
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
      doubleEvery: SETTINGS.double_every,
      growthRate: amount(SETTINGS.growth_rate),
      varyRate: amount(SETTINGS.vary_rate),
      renewTicks: SETTINGS.renew_ticks,
    },
  });
  const price = formatDecimal((asks[0]?.price ?? 0n) as Price);
  const fill = { id: String(id), market: tick.market, symbol: 'BTC/USDT', side: 'buy', price, quantity: '0.0007' };
  return {
    rule: 'house-ladder',
    version: 3,
    book: 'demo',
    fill: { ...fill, houseTook: false, at: atMs },
    tick: { market: tick.market, seq: tick.seq, price: formatDecimal(tick.price), block: number },
    inventory: INVENTORY,
    settings: SETTINGS,
    grid: GRID,
    taken: 0,
    freshness: FRESHNESS,
  };
}
