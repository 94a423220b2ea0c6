import { transferRule } from '@app/domain/ledger';
import type { Disposal } from '@app/domain/statement';
import { WORTH_CURRENCY } from '@app/domain/wallet';
import {
  type Amount,
  absolute,
  type Decimal,
  divide,
  multiply,
  negate,
  type Price,
  parseDecimal,
  ZERO,
} from '@app/money';
import type { Reader } from '../../platform/db/database.ts';
import { readContractTrades } from '../contract/index.ts';
import type { OwnerTransfer } from '../ledger/index.ts';
import { readSecondsTrades } from '../seconds/index.ts';
import { type FillRow, selectFillsById } from '../spot/index.ts';
import type { FeeSource } from '../statement/index.ts';

export type TradeTransfer = OwnerTransfer & { readonly outcome?: { readonly disposals: readonly Disposal[] } };

/** A trade as its user sees it. */
export type Trade<Transfer extends TradeTransfer = TradeTransfer> = {
  readonly transfer: Transfer;
  readonly product: string;
  readonly market: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: Decimal;
  readonly price: Decimal | null;
  /** In quote currency, before the fee. */
  readonly value: Decimal;
  readonly fee: Decimal | null;
  readonly feeCurrency: string | null;
};

type Market = { readonly id: number; readonly symbol: string; readonly quote: string };

export type TradeDeps = {
  readonly db: Reader;
  readonly fees: readonly FeeSource[];
  readonly markets: readonly Market[];
  readonly userId: bigint;
};

const FILL = 'spot.fill';

/**
 * Describes the trades of a part: those of a market by their fills, contracts by their positions, bets by themselves,
 * others by what was given and received.
 */
export async function readTrades<Transfer extends TradeTransfer>(
  { db, fees, markets, userId }: TradeDeps,
  transfers: readonly Transfer[],
): Promise<Trade<Transfer>[]> {
  const ids = transfers.filter(({ kind }) => kind === FILL).map(({ ref }) => BigInt(ref));
  const fills = new Map((await selectFillsById(db, userId, ids)).map((fill) => [String(fill.id), fill]));
  const marketOf = new Map(markets.map((market) => [market.id, market]));
  const contracts = await readContractTrades(db, userId, transfers);
  const bets = await readSecondsTrades(db, userId, transfers);
  const feeOf = await readFees(db, fees, userId, transfers);
  return transfers.map((transfer) => {
    const fill = transfer.kind === FILL ? fills.get(transfer.ref) : undefined;
    const market = fill && marketOf.get(fill.market);
    const product = transferRule(transfer.kind)?.product ?? transfer.kind;
    if (fill !== undefined && market !== undefined) return { transfer, product, ...describeFill(fill, market) };
    const fee = feeOf(transfer);
    return {
      transfer,
      product,
      ...(contracts.get(transfer.id) ?? bets.get(transfer.id) ?? describeExchange(transfer)),
      fee: fee?.amount ?? null,
      feeCurrency: fee?.currency ?? null,
    };
  });
}

async function readFees(db: Reader, fees: readonly FeeSource[], userId: bigint, transfers: readonly OwnerTransfer[]) {
  const found = new Map<string, Awaited<ReturnType<FeeSource['read']>>>();
  for (const { kind, read } of fees) {
    const its = kind === FILL ? [] : transfers.filter((it) => it.kind === kind);
    if (its.length > 0) found.set(kind, await read(db, userId, its));
  }
  return ({ kind, ref }: OwnerTransfer) => found.get(kind)?.get(ref);
}

function describeFill({ side, price, quantity, fee }: FillRow, { symbol, quote }: Market) {
  const amount = parseDecimal<Amount>(quantity);
  const at = parseDecimal<Price>(price);
  return {
    market: symbol,
    side,
    quantity: amount,
    price: at,
    value: multiply(amount, at, 'down'),
    fee: parseDecimal<Amount>(fee),
    feeCurrency: quote,
  };
}

/** Describes an exchange of two coins from its amounts: one bought for USDT is a purchase, all else sells the coin given. */
function describeExchange({ changes }: OwnerTransfer) {
  const given = [...changes].find(([, amount]) => amount < ZERO);
  const received = [...changes].find(([, amount]) => amount > ZERO);
  const [givenCoin, out] = given === undefined ? ['', ZERO] : [given[0], negate(given[1])];
  const [receivedCoin, into] = received ?? ['', ZERO];
  const isPurchase = givenCoin === WORTH_CURRENCY;
  const [base, quote] = isPurchase ? [receivedCoin, givenCoin] : [givenCoin, receivedCoin];
  const [quantity, value] = isPurchase ? [into, out] : [out, into];
  const isBoth = quantity !== ZERO && value !== ZERO;
  return {
    market: [base, quote].filter((coin) => coin !== '').join('/'),
    side: isPurchase ? ('buy' as const) : ('sell' as const),
    quantity: absolute(quantity),
    price: isBoth ? divide(absolute(value), absolute(quantity) as bigint as Price, 'down') : null, // A price is value per quantity.
    value: absolute(value),
  };
}
