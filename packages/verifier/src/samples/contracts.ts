import { readOutcome } from '../contract-receipt.ts';
import {
  type ContractAnswer,
  type ContractClassText,
  type ContractTermsText,
  type Division,
  divide,
  entriesOf,
  exitOf,
  type HeldPosition,
  type IssuedContract,
  nightOf,
  type OpenText,
  type OvernightText,
  receiptHash,
  type SettlementText,
  toHex,
} from '../index.ts';
import { ceilDivide, isBankruptcyPrice, isLiquidated, notionalAt, timesUp } from '../rules/contract-figures.ts';
import { decimal, units } from '../units.ts';
import {
  blockTime,
  type House,
  idAt,
  OTHER,
  reseal,
  SYMBOL,
  TICK_BLOCK,
  TRADED,
  tickAt,
  withReceipts,
} from './house.ts';
import { placeIn, sealedIn, showTickProof } from './show-receipt.ts';
import { headerText } from './texts.ts';

/** Settings that the sample's platform published. */
export const CONTRACT_TERMS = {
  version: 5,
  value: {
    open_fee_rate: '0.0004',
    close_fee_rate: '0.0005',
    liquidation_fee_rate: '0.001',
    maintenance_tiers: [
      { above: '0', rate: '0.005' },
      { above: '1000', rate: '0.01' },
      { above: '5000', rate: '0.025' },
    ],
  },
} as const satisfies { version: number; value: ContractTermsText };
const classOf = (name: string, spread: string, rest: Partial<ContractClassText>): ContractClassText => ({
  name,
  markets: [],
  categories: [],
  leverage_max: 100,
  spread_rate: spread,
  overnight_rate: '0.0003',
  ...rest,
});
export const CONTRACT_CLASSES = {
  version: 7,
  value: {
    classes: [
      classOf('major', '0.0001', { markets: [TRADED] }),
      classOf('coin', '0.0003', { categories: ['crypto'] }),
      classOf('other', '0.0005', { categories: ['stock'], leverage_max: 20 }),
    ],
  },
};
/** The list of markets, as a reader knows it. */
export const CONTRACT_MARKETS = {
  'BTC/USDT': { id: TRADED, category: 'crypto' },
  'ETH/USDT': { id: OTHER, category: 'crypto' },
} as const;

const GRID = { price_tick: '0.01', multiplier: '0.1' } as const;
/** The block in which the sample's positions are opened, ten seconds before they end. */
export const OPEN_BLOCK = TICK_BLOCK - 10;
/** The day of the sample's history, in the afternoon. */
export const DAY = '2026-09-21';

/** What the platform of the sample decides with; a liar changes it, and computes the rest honestly. */
type Grounds = {
  readonly book?: string;
  readonly market?: number;
  readonly symbol?: string;
  readonly block?: number;
  readonly terms?: { readonly version: number; readonly value: ContractTermsText };
  readonly class?: { readonly version: number; readonly name: string; readonly spread_rate: string };
  readonly series?: string;
  /** Time of the outcome after its block, in milliseconds. */
  readonly afterMs?: number;
  readonly n?: number;
};
export type WantedOpening = Grounds & {
  readonly side?: 'long' | 'short';
  readonly lots?: string;
  readonly leverage?: number;
  readonly kind?: string;
  readonly limit?: string | null;
  /** Time of the order before its block, in milliseconds. */
  readonly orderedMs?: number;
  readonly afterSeq?: number;
  readonly entry?: (honest: bigint) => bigint;
  readonly margin?: (honest: bigint) => bigint;
};

const MAJOR = { version: CONTRACT_CLASSES.version, name: 'major', spread_rate: '0.0001' };

function groundsOf(house: House, { market = TRADED, block = TICK_BLOCK, terms = CONTRACT_TERMS, ...more }: Grounds) {
  const { seq, price } = tickAt(house, { block, market });
  return {
    tick: { market, seq, price: decimal(price), block },
    grid: GRID,
    terms: { version: terms.version, ...terms.value },
    class: more.class ?? MAJOR,
  };
}

/** Issues the receipt of an opened position. */
export function openIn(house: House, wanted: WantedOpening = {}): IssuedContract & { readonly body: OpenText } {
  const {
    book = 'real',
    market = TRADED,
    symbol = SYMBOL,
    block = OPEN_BLOCK,
    series = 'perp',
    afterMs = 200,
  } = wanted;
  const { side = 'long', lots = '25', leverage = 7, kind = 'market', limit = null, orderedMs = 700 } = wanted;
  const grounds = groundsOf(house, { ...wanted, block });
  const order = { kind, limit, after_seq: wanted.afterSeq ?? grounds.tick.seq - 1, at: blockTime(block) - orderedMs };
  const id = idAt(order.at, wanted.n);
  const [honest = 0n] = entriesOf({
    position: { side, priceTick: units(GRID.price_tick) },
    order: { kind, limit: limit === null ? null : units(limit) },
    index: units(grounds.tick.price),
    spreadRate: units(grounds.class.spread_rate),
  });
  const entry = wanted.entry?.(honest) ?? honest;
  const notional = notionalAt({ lots: units(lots), multiplier: units(GRID.multiplier) }, entry);
  const posted = ceilDivide(notional, BigInt(Math.max(leverage, 1)));
  const body: OpenText = {
    rule: 'contract-open',
    version: 1,
    book,
    position: {
      id,
      market,
      symbol,
      series,
      side,
      lots,
      leverage,
      entry: decimal(entry),
      margin: decimal(wanted.margin?.(posted) ?? posted),
      fee: decimal(timesUp(notional, units(grounds.terms.open_fee_rate))),
      overnight_since: '0.5',
      at: blockTime(block) + afterMs,
    },
    order,
    ...grounds,
    prices: { liquidation: null, bankruptcy: null },
    chain: { place: 0, previous: null },
  };
  const outcome = readOutcome(body);
  if (outcome.kind !== 'open') throw new Error('an opening');
  return { id, kind: 'contract.open', body: { ...body, prices: pricesOf(outcome.position) } };
}

/** Finds the prices of liquidation and bankruptcy by halving, tick by tick. */
function pricesOf(position: HeldPosition): OpenText['prices'] {
  const { side, priceTick, overnightSince: nights, entry } = position;
  const isLong = side === 'long';
  const ticks = (entry * 4n) / priceTick;
  const at = (tick: bigint) => tick * priceTick;
  const show = (tick: bigint) => (tick > 0n && tick < ticks ? decimal(at(tick)) : null);
  const isBankruptBelow = (tick: bigint) => {
    const { margin, terms } = position;
    const cost = notionalAt(position, entry);
    const worth = isLong ? notionalAt(position, at(tick)) - cost : cost - notionalAt(position, at(tick));
    return (margin + worth) * 10n ** 18n < notionalAt(position, at(tick)) * terms.closeFeeRate;
  };
  // The first tick at which a long is alive, and a short is liquidated.
  const alive = firstTick(ticks, (tick) => isLiquidated(position, at(tick), nights) !== isLong);
  const solvent = firstTick(ticks, (tick) => isBankruptBelow(tick) !== isLong);
  const bankruptcy = show(isLong ? solvent : solvent - 1n);
  if (!isBankruptcyPrice(position, bankruptcy === null ? null : units(bankruptcy), nights)) throw new Error('no price');
  return { liquidation: show(isLong ? alive - 1n : alive), bankruptcy };
}

/** Returns the first tick from which a condition holds. */
function firstTick(ticks: bigint, holds: (tick: bigint) => boolean): bigint {
  let low = 0n;
  let high = ticks;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

export type WantedEnding = Grounds & {
  readonly cause?: string;
  /** Lots of the part; all that is left unless given. */
  readonly lots?: string;
  /** What the whole position has now: its user may have changed it. */
  readonly margin?: string;
  readonly charged?: string;
  readonly overnightIndex?: string;
  readonly stopLoss?: string | null;
  readonly takeProfit?: string | null;
  readonly triggerBlock?: number;
  readonly changedSeq?: number;
  /** Time of the last change before the block that it ended at, or fired at, in milliseconds. */
  readonly changedMs?: number;
  /** What a part gets beyond its share of the margin, and of the nights that were charged. */
  readonly moved?: bigint;
  readonly movedCharged?: bigint;
  readonly price?: (honest: bigint) => bigint;
  readonly result?: (honest: bigint) => bigint;
  readonly division?: (honest: Division) => Partial<Division>;
  readonly byInsurance?: (shortfall: bigint) => bigint;
};

/** Issues the receipt of the end of a position, or of a part, after the receipts before it. */
export async function settleIn(
  house: House,
  earlier: readonly IssuedContract[],
  wanted: WantedEnding = {},
): Promise<IssuedContract & { readonly body: SettlementText }> {
  const [first] = earlier as readonly (IssuedContract & { readonly body: OpenText })[];
  const last = earlier.at(-1);
  if (first === undefined || last === undefined) throw new Error('a position is opened first');
  const left = 'rest' in last.body ? last.body.rest : null;
  const { position, book } = first.body;
  const { block = TICK_BLOCK, cause = 'user', overnightIndex = '0.61', triggerBlock, afterMs = 250 } = wanted;
  const grounds = groundsOf(house, { market: position.market, ...wanted, block });
  const whole = units(left?.lots ?? position.lots);
  const lots = wanted.lots === undefined ? whole : units(wanted.lots);
  const margin = units(wanted.margin ?? left?.margin ?? position.margin);
  const charged = units(wanted.charged ?? left?.overnight_charged ?? '0');
  const ofPart = {
    margin: (margin * lots) / whole + (wanted.moved ?? 0n),
    charged: ceilDivide(charged * lots, whole) + (wanted.movedCharged ?? 0n),
  };
  const acting = triggerBlock ?? block;
  const before = {
    market: position.market,
    symbol: position.symbol,
    series: wanted.series ?? position.series,
    side: position.side,
    lots: decimal(lots),
    leverage: position.leverage,
    entry: position.entry,
    margin: decimal(ofPart.margin),
    overnight_since: position.overnight_since,
    overnight_charged: decimal(ofPart.charged),
    stop_loss: wanted.stopLoss ?? null,
    take_profit: wanted.takeProfit ?? null,
    changed_seq: wanted.changedSeq ?? tickAt(house, { block: acting, market: position.market }).seq - 1,
    changed_ms: blockTime(acting) - (wanted.changedMs ?? 600),
  };
  const rest = {
    lots: decimal(whole - lots),
    margin: decimal(margin - ofPart.margin),
    overnight_charged: decimal(charged - ofPart.charged),
  };
  const draft: SettlementText = {
    rule: 'contract-settlement',
    version: 1,
    book: wanted.book ?? book,
    settlement: { ...NOTHING, id: '', position: position.id, cause, at: blockTime(block) + afterMs },
    before,
    rest: whole === lots ? null : rest,
    overnight_index: overnightIndex,
    trigger: triggerBlock === undefined ? null : groundsOf(house, { ...wanted, block: triggerBlock }).tick,
    ...grounds,
    chain: { place: earlier.length, previous: await receiptHash(last) },
  };
  const id = idAt(draft.settlement.at, wanted.n);
  return { id, kind: 'contract.settlement', body: { ...draft, settlement: { ...figuresOf(draft, wanted), id } } };
}

const NOTHING = {
  price: '0',
  lots: '0',
  margin: '0',
  result: '0',
  overnight: '0',
  overnight_returned: '0',
  fee: '0',
  liquidation_fee: '0',
  returned: '0',
  shortfall: '0',
  by_insurance: '0',
  by_capital: '0',
};

function figuresOf(draft: SettlementText, wanted: WantedEnding): SettlementText['settlement'] {
  const ending = readOutcome(draft);
  if (ending.kind !== 'settlement') throw new Error('an end');
  const exit = exitOf(ending);
  const price = wanted.price?.(exit) ?? exit;
  const plain = divide(ending, price);
  const honest = wanted.result === undefined ? plain : divide(ending, price, wanted.result(plain.result));
  const division = { ...honest, ...wanted.division?.(honest) };
  const byInsurance = wanted.byInsurance?.(division.shortfall) ?? division.shortfall / 2n;
  const byCapital = division.shortfall - byInsurance;
  return {
    ...draft.settlement,
    price: decimal(division.price),
    lots: decimal(division.lots),
    margin: decimal(division.margin),
    result: decimal(division.result),
    overnight: decimal(division.overnight),
    overnight_returned: decimal(division.overnightReturned),
    fee: decimal(division.fee),
    liquidation_fee: decimal(division.liquidationFee),
    returned: decimal(division.returned),
    shortfall: decimal(division.shortfall),
    by_insurance: decimal(byInsurance),
    by_capital: decimal(byCapital < 0n ? 0n : byCapital),
  };
}

export type WantedNight = Omit<Grounds, 'terms' | 'class' | 'series'> & {
  readonly day?: string;
  readonly indexBefore?: string;
  readonly rate?: string;
  readonly fee?: (honest: bigint) => bigint;
};
type IssuedNight = IssuedContract & { readonly body: OvernightText };

/** Issues the receipt of a night of a market, after those before it. */
export async function nightIn(
  house: House,
  earlier: readonly IssuedNight[] = [],
  wanted: WantedNight = {},
): Promise<IssuedNight> {
  const last = earlier.at(-1);
  const { block = TICK_BLOCK, market = TRADED, rate = '0.0003', afterMs = 300 } = wanted;
  const { tick } = groundsOf(house, { block, market });
  const indexBefore = wanted.indexBefore ?? last?.body.night.index_after ?? '0';
  const honest = nightOf({ index: units(tick.price), rate: units(rate) });
  const at = blockTime(block) + afterMs;
  const id = idAt(at, wanted.n);
  const body: OvernightText = {
    rule: 'contract-overnight',
    version: 1,
    book: wanted.book ?? 'real',
    night: {
      id,
      market,
      symbol: wanted.symbol ?? SYMBOL,
      day: wanted.day ?? DAY,
      index_before: indexBefore,
      index_after: decimal(units(indexBefore) + (wanted.fee?.(honest) ?? honest)),
      at,
    },
    class: { version: CONTRACT_CLASSES.version, name: 'major', overnight_rate: rate },
    tick,
    chain: { place: earlier.length, previous: last === undefined ? null : await receiptHash(last) },
  };
  return { id, kind: 'contract.overnight', body };
}

/** Seals a receipt into the block after its tick, or another one, and the whole chain after it. */
export const sealContract = (
  house: House,
  receipt: IssuedContract,
  number = receipt.body.tick.block + 1,
): Promise<House> => reseal(house, withReceipts(house.drafts, number, [receipt]));

/** Returns what the API answers about the receipt of a contract. */
export async function showContract(
  house: House,
  receipt: IssuedContract,
  earlier: readonly IssuedContract[] = [],
): Promise<ContractAnswer> {
  const { kind, body } = receipt;
  const trigger = 'trigger' in body ? body.trigger : null;
  const start = Math.min(body.tick.block, trigger?.block ?? body.tick.block);
  const last = sealedIn(house, receipt);
  return {
    kind,
    body,
    settings: 'terms' in body ? CONTRACT_TERMS : null,
    classes: CONTRACT_CLASSES,
    proof: await showTickProof(house, body.tick, receipt),
    second: trigger && (await showTickProof(house, trigger, receipt)),
    seal:
      last === undefined
        ? null
        : {
            inventory: null,
            blocks: house.blocks.slice(start, last).map((block) => ({ ...headerText(block), body: null })),
            signature: toHex(house.blocks[last - 1]?.signature ?? new Uint8Array(0)),
            place: await placeIn(house, receipt, last),
            before: null,
          },
    earlier,
  };
}
