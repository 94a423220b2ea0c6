import { firstIdAt } from '@app/base';
import { type Cell, CSV_START, checkPeriod, csvLine, type ExportKindName } from '@app/domain/export';
import { transferRule } from '@app/domain/ledger';
import type { PeriodBounds } from '@app/domain/statement';
import { absolute, type Decimal, formatDecimal } from '@app/money';
import { accept } from '../../platform/http/accept.ts';
import { readOwnerEntries, readOwnerTransfers } from '../ledger/index.ts';
import { readMarkets } from '../market/index.ts';
import { type AccountDeps, createStatements, openPrices, walkAccount } from '../statement/index.ts';
import type { ExportKind, ExportRequest, ExportWork } from './export-kind.ts';
import { readTrades, type Trade, type TradeTransfer } from './read-trades.ts';

const CONTENT_TYPE = 'text/csv; charset=utf-8';

/** Names a file after what it contains; one of practice money says so. */
export const nameFile = (what: string, ending: string) => (request: ExportRequest) =>
  ['tidemark', ...(request.mode === 'demo' ? ['demo'] : []), what, request.period].join('-') + ending;

const iso = (atMs: number) => new Date(atMs).toISOString();
const decimal = (value: Decimal | null | undefined): Cell => (value == null ? null : formatDecimal(value));

/** Creates the files for spreadsheets. Headings and names are English: programs read them. */
export function createCsvKinds(deps: AccountDeps): readonly ExportKind[] {
  const kind = (name: ExportKindName, what: string, make: ExportKind['make']): ExportKind => ({
    name,
    contentType: CONTENT_TYPE,
    filename: nameFile(what, '.csv'),
    make,
  });
  return [
    kind('statement.csv', 'statement', (work) => makeStatement(deps, work)),
    kind('trades.csv', 'trades', (work) => makeTrades(deps, work)),
    kind('ledger.csv', 'ledger', (work) => makeLedger(deps, work)),
    kind('fills.csv', 'trades-with-cost', (work) => makeFills(deps, work)),
  ];
}

/** A period with its end cut to now, and how much of it is done at a time. */
function spanOf(name: ExportKindName, { period, progress }: ExportWork) {
  const { fromMs, toMs } = accept(checkPeriod(name, period, Date.now())) as PeriodBounds; // These kinds have a period.
  const endMs = Math.min(toMs, Date.now());
  return { fromMs, toMs, report: (atMs: number) => progress(atMs - fromMs, endMs - fromMs) };
}

/** Reads the statement of a month. What takes time is reading the history since it was last booked. */
export function readMonth(deps: AccountDeps, { userId, mode, period, progress }: ExportWork) {
  const nowMs = Date.now();
  let firstMs: number | undefined;
  const onRead = (atMs: number) => {
    firstMs ??= atMs;
    progress(atMs - firstMs, nowMs - firstMs);
  };
  return createStatements({ ...deps, onRead }).month({ userId, mode }, period ?? '');
}

async function* makeStatement(deps: AccountDeps, work: ExportWork) {
  const { mode } = work;
  const it = await readMonth(deps, work);
  const lines: Cell[][] = [
    ['section', 'name', 'value', 'quantity', 'price'],
    ['period', 'from', iso(it.from)],
    ['period', 'to', iso(it.to)],
    ['period', 'ended', it.ended ? 'yes' : 'no'],
    ['account', 'mode', mode],
    ['account', 'values_in', 'USDT'],
    ['balance', 'opening', decimal(it.opening)],
    ...it.flows.map(({ kind, value }): Cell[] => ['flow', kind, decimal(value)]),
    ...it.results.map(({ product, value }): Cell[] => ['result', product, decimal(value)]),
    ['result', 'price_moves', decimal(it.held)],
    ...it.fees.map(({ product, value }): Cell[] => ['fee', product, decimal(value)]),
    ['result', 'total_after_fees', decimal(it.total)],
    ['balance', 'closing', decimal(it.closing)],
    ...it.coins.map(({ currency, quantity, price, value }): Cell[] => [
      'coin',
      currency,
      decimal(value),
      decimal(quantity),
      decimal(price),
    ]),
  ];
  const columns = 5;
  yield CSV_START;
  for (const line of lines) yield csvLine([...line, ...new Array<null>(columns - line.length).fill(null)]);
}

async function* makeLedger({ db }: AccountDeps, work: ExportWork) {
  const { fromMs, toMs, report } = spanOf('ledger.csv', work);
  yield CSV_START;
  yield csvLine([
    'time',
    'transfer_id',
    'kind',
    'reference',
    'account',
    'currency',
    'available_change',
    'frozen_change',
  ]);
  const owner = `user:${work.userId}`;
  const query = { mode: work.mode, owner, from: firstIdAt(fromMs), before: firstIdAt(toMs) };
  for await (const part of readOwnerEntries(db, query)) {
    yield part
      .map((entry) =>
        csvLine([
          iso(entry.atMs),
          String(entry.transfer),
          entry.kind,
          referenceOf(entry.ref),
          entry.account,
          entry.currency,
          entry.available,
          entry.frozen,
        ]),
      )
      .join('');
    report(part.at(-1)?.atMs ?? fromMs);
  }
}

/** A reference that is an id, such as a trade's; others are of no use outside. */
const referenceOf = (ref: string): Cell => (/^\d+$/.test(ref) ? ref : null);

const TRADE_HEADING = ['time', 'trade_id', 'product', 'market', 'side', 'quantity', 'price', 'value', 'fee'];

const tradeCells = ({ transfer, product, market, side, quantity, price, value, fee, feeCurrency }: Trade): Cell[] => [
  iso(transfer.atMs),
  transfer.ref !== '' && /^\d+$/.test(transfer.ref) ? transfer.ref : String(transfer.id),
  product,
  market,
  side,
  decimal(quantity),
  decimal(price),
  decimal(value),
  decimal(fee),
  feeCurrency,
];

async function* makeTrades(deps: AccountDeps, work: ExportWork) {
  const { db, fees } = deps;
  const { fromMs, toMs, report } = spanOf('trades.csv', work);
  yield CSV_START;
  yield csvLine([...TRADE_HEADING, 'fee_currency']);
  const query = {
    mode: work.mode,
    owner: `user:${work.userId}`,
    except: ['bonus'],
    from: firstIdAt(fromMs),
    before: firstIdAt(toMs),
  };
  const markets = await readMarkets(db);
  for await (const part of readOwnerTransfers(db, query)) {
    const trades = await readTrades({ db, fees, markets, userId: work.userId }, part.filter(isTrade));
    yield trades.map((trade) => csvLine(tradeCells(trade))).join('');
    report(part.at(-1)?.atMs ?? fromMs);
  }
}

const isTrade = ({ kind }: TradeTransfer) => transferRule(kind)?.product !== undefined;

/** Lines read at once. */
const PART = 2_000;

/** Fills of a year with what the sold coin had cost. Fees in `result` are deducted, as the statement states them. */
async function* makeFills({ db, fees }: AccountDeps, work: ExportWork) {
  const { userId, mode } = work;
  const { fromMs, toMs, report } = spanOf('fills.csv', work);
  yield CSV_START;
  yield csvLine([
    ...TRADE_HEADING,
    'fee_currency',
    'sold',
    'sold_quantity',
    'proceeds_usdt',
    'cost_usdt',
    'result_usdt',
  ]);
  const markets = await readMarkets(db);
  const folding = { tx: db, recipient: { userId, mode }, fees, prices: await openPrices(db) };
  type Folded = Awaited<ReturnType<ReturnType<typeof walkAccount>['next']>>['value'] & TradeTransfer;
  let waiting: Folded[] = [];
  const write = async () => {
    const trades = await readTrades({ db, fees, markets, userId }, waiting);
    waiting = [];
    return trades
      .map(({ transfer, ...trade }) => csvLine([...tradeCells({ transfer, ...trade }), ...costOf(transfer)]))
      .join('');
  };
  for await (const transfer of walkAccount(folding, { fromMs, toMs })) {
    if (!isTrade(transfer)) continue;
    waiting.push(transfer);
    if (waiting.length < PART) continue;
    report(transfer.atMs);
    yield await write();
  }
  yield await write();
}

/** The coin that was sold; a purchase for USDT sells none. A conversion sells one coin for another. */
function costOf({ outcome }: TradeTransfer): Cell[] {
  const disposal = outcome?.disposals[0];
  if (disposal === undefined) return [null, null, null, null, null];
  const { currency, quantity, proceeds, cost } = disposal;
  return [
    currency,
    decimal(absolute(quantity)),
    decimal(proceeds),
    decimal(cost),
    decimal((proceeds - cost) as Decimal),
  ];
}
