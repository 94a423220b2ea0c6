import { shownPlaces } from '@app/domain/wallet';
import {
  type Amount,
  absolute,
  add,
  type Direction,
  directionOf,
  multiply,
  negate,
  type Price,
  showAmount,
  showPrice,
  ZERO,
} from '@app/money';
import type { Output } from '@app/protocol';
import type { listLedger } from '@app/protocol/wallet';
import type { IconName } from '@app/ui';
import type { Text, TextKey } from '../../../data/app/texts.ts';

export type WalletRecord = Output<typeof listLedger>['list'][number];

/** What a record changed of one coin, over all accounts. */
export type Net = { readonly currency: string; readonly amount: Amount };

/** Adds up a record's entries by coin: a transfer between own accounts nets to zero. */
export function netOf({ entries }: Pick<WalletRecord, 'entries'>): readonly Net[] {
  const sums = new Map<string, Amount>();
  for (const { currency, available, frozen } of entries)
    sums.set(currency, add(sums.get(currency) ?? ZERO, add(available, frozen)));
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

/** A record as a row shows it. */
export type RecordLine = {
  readonly icon: IconName;
  readonly title: string;
  readonly detail: string;
  readonly value: string;
  readonly tone: Direction;
  readonly valueSub: string;
};

const ICONS: Readonly<Record<WalletRecord['group'], IconName>> = {
  trade: 'spot',
  convert: 'convert',
  in: 'deposit',
  out: 'withdraw',
  transfer: 'transfer',
  hold: 'lock',
  other: 'doc',
};

/** Kinds with a name of their own; all others have that of their group. */
const KIND_NAMES: Readonly<Record<string, TextKey>> = {
  deposit: 'wallet.deposit.title',
  'deposit.claim': 'wallet.deposit.title',
  withdrawal: 'wallet.withdrawal',
  'withdrawal.hold': 'wallet.records.withdrawal.held',
  'withdrawal.return': 'wallet.records.withdrawal.returned',
  payout: 'wallet.payout',
  'payout.hold': 'wallet.records.withdrawal.held',
  'payout.return': 'wallet.records.withdrawal.returned',
  'demo.grant': 'wallet.records.grant',
  'demo.sweep': 'wallet.records.sweep',
  'spot.hold': 'wallet.records.held',
  'spot.release': 'wallet.records.released',
  'contract.hold': 'wallet.records.held',
  'contract.release': 'wallet.records.released',
  'seconds.hold': 'wallet.records.held',
  'seconds.refund': 'wallet.records.released',
  'contract.open': 'wallet.records.contract.opened',
  'contract.close': 'wallet.records.contract.closed',
  'contract.liquidation': 'wallet.records.contract.liquidated',
  'contract.delivery': 'wallet.records.contract.delivered',
  'contract.overnight': 'wallet.records.contract.overnight',
  'contract.margin_added': 'wallet.records.contract.margin_added',
  'contract.margin_removed': 'wallet.records.contract.margin_removed',
};

/** Formats a change as `+0.00700` or `−470.40`, without its coin. */
export function signed(amount: Amount, currency: string): string {
  const places = shownPlaces(currency);
  const sign = { up: '+', down: '−', flat: '' }[directionOf(amount, places)];
  return `${sign}${showAmount(absolute(amount), places)}`;
}

const withCoin = ({ currency, amount }: Net): string => `${signed(amount, currency)} ${currency}`;

/** How a record is described: with the texts, the coin that the list is about, if any, and the places of prices. */
export type Look = {
  readonly text: Text;
  readonly coin?: string | undefined;
  readonly placesOf: (symbol: string) => number | undefined;
};

export function describeRecord(record: WalletRecord, look: Look): RecordLine {
  const { text } = look;
  const icon = ICONS[record.group];
  if (record.group === 'transfer') return { icon, ...ownTransfer(record, text) };
  if (record.group === 'hold') return { icon, ...held(record, look) };
  return { icon, title: titleOf(record, text), detail: detailOf(record, look), ...amountsOf(record, look) };
}

function titleOf({ facts, kind, group }: WalletRecord, text: Text): string {
  if (facts?.of === 'fill')
    return text(facts.side === 'buy' ? 'wallet.records.bought' : 'wallet.records.sold', { coin: facts.base });
  if (facts?.of === 'conversion') return `${facts.from} → ${facts.to}`;
  return text(KIND_NAMES[kind] ?? `wallet.records.group.${group}`);
}

function detailOf({ facts }: WalletRecord, { text, placesOf }: Look): string {
  if (facts?.of === 'conversion') return text('wallet.records.group.convert');
  if (facts?.of === 'position' || facts?.of === 'bet') return facts.symbol;
  if (facts?.of !== 'fill') return '';
  const quantity = showAmount(facts.quantity, shownPlaces(facts.base));
  return text('wallet.records.at', { quantity, price: showPrice(facts.price, placesOf(facts.symbol)) });
}

/** Returns the coin's change, or what came in, with the other side below it. */
function amountsOf(record: WalletRecord, { text, coin }: Look): Omit<RecordLine, 'icon' | 'title' | 'detail'> {
  const nets = bothSides(record).filter(({ amount }) => amount !== ZERO);
  const first = nets.find(({ currency }) => currency === coin) ?? nets.find(({ amount }) => amount > ZERO) ?? nets[0];
  if (first === undefined) return { value: '0', tone: 'flat', valueSub: '' };
  const others = nets.filter((net) => net !== first);
  const shown = others.slice(0, 1).map(withCoin);
  const more = others.length > 1 ? [text('wallet.records.more', { count: others.length - 1 })] : [];
  return {
    value: first.currency === coin ? signed(first.amount, first.currency) : withCoin(first),
    tone: directionOf(first.amount, shownPlaces(first.currency)),
    valueSub: [...shown, ...more].join(' · '),
  };
}

/** Returns all changes of a record; a list about one coin has the entries of that coin only, and a fill says the rest. */
function bothSides(record: WalletRecord): readonly Net[] {
  const nets = netOf(record);
  const { facts } = record;
  if (facts?.of === 'conversion')
    return [
      { currency: facts.to, amount: facts.received },
      { currency: facts.from, amount: negate(facts.number) },
    ];
  if (facts?.of !== 'fill' || nets.length > 1) return nets;
  const cost = multiply(facts.quantity, facts.price as bigint as Price, 'down'); // Quote for one base.
  const isBuy = facts.side === 'buy';
  const other: Net =
    nets[0]?.currency === facts.base
      ? { currency: facts.quote, amount: (isBuy ? -(cost + facts.fee) : cost - facts.fee) as Amount }
      : { currency: facts.base, amount: (isBuy ? facts.quantity : -facts.quantity) as Amount };
  return [...nets, other];
}

/** The two ends of a transfer between own accounts, and its size. */
export function endsOf({ entries }: Pick<WalletRecord, 'entries'>) {
  const moved = entries.map((entry) => ({ ...entry, amount: add(entry.available, entry.frozen) }));
  return { from: moved.find(({ amount }) => amount < ZERO), to: moved.find(({ amount }) => amount > ZERO) };
}

function ownTransfer(record: WalletRecord, text: Text): Omit<RecordLine, 'icon'> {
  const { from, to } = endsOf(record);
  const name = (end: typeof from) => (end === undefined ? '—' : text(`wallet.account.${end.account}`));
  const currency = from?.currency ?? to?.currency ?? '';
  return {
    title: `${name(from)} → ${name(to)}`,
    detail: text('wallet.records.own'),
    value: showAmount(absolute(from?.amount ?? to?.amount ?? ZERO), shownPlaces(currency)),
    tone: 'flat',
    valueSub: text('wallet.records.unchanged', { coin: currency }),
  };
}

function held(record: WalletRecord, look: Look): Omit<RecordLine, 'icon'> {
  const { text } = look;
  const [entry] = record.entries;
  const { facts } = record;
  const currency = entry?.currency ?? '';
  const isHeld = (entry?.frozen ?? ZERO) > ZERO;
  return {
    title: text(KIND_NAMES[record.kind] ?? 'wallet.records.group.hold'),
    detail:
      facts?.of === 'order'
        ? orderOf(facts, look)
        : facts?.of === 'position' || facts?.of === 'bet'
          ? facts.symbol
          : '',
    value: `${showAmount(absolute(entry?.frozen ?? ZERO), shownPlaces(currency))} ${currency}`,
    tone: 'flat',
    valueSub: text(
      `wallet.records.${isHeld ? 'to' : 'from'}_${/^(?:withdrawal|payout)\./.test(record.kind) ? 'withdrawal' : 'orders'}`,
    ),
  };
}

type OrderFacts = Extract<NonNullable<WalletRecord['facts']>, { of: 'order' }>;

function orderOf({ side, symbol, price }: OrderFacts, { text, placesOf }: Look): string {
  if (price === null) return `${text(`wallet.records.${side}`)} ${symbol}`;
  return text(`wallet.records.${side}.at`, { symbol, price: showPrice(price, placesOf(symbol)) });
}
