import { type Amount, parseDecimal } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeRecord, netOf, type WalletRecord } from './record-view.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const entry = (
  account: WalletRecord['entries'][number]['account'],
  currency: string,
  available: string,
  frozen = '0',
) => ({
  account,
  currency,
  available: amount(available),
  frozen: amount(frozen),
});
const record = (change: Partial<WalletRecord>): WalletRecord => ({
  id: 1n,
  kind: 'spot.fill',
  group: 'trade',
  at: 0,
  entries: [],
  facts: null,
  ...change,
});

/** Texts as their key and fields, so that what is said is seen without a language. */
const text = (key: string, params?: object) => `${key}${params === undefined ? '' : JSON.stringify(params)}`;
const show = (it: WalletRecord, coin?: string) => describeRecord(it, { text, coin, placesOf: () => 1 });

const BUY = record({
  entries: [entry('exchange', 'BTC', '0.007'), entry('exchange', 'USDT', '0', '-470.8704')],
  facts: {
    of: 'fill',
    fill_id: 5n,
    order_id: 6n,
    symbol: 'BTC/USDT',
    base: 'BTC',
    quote: 'USDT',
    side: 'buy',
    role: 'taker',
    is_house: true,
    price: amount('67200'),
    quantity: amount('0.007'),
    fee: amount('0.4704'),
    fee_currency: 'USDT',
  },
});

describe('a record', () => {
  it('given a purchase, then it shows what came in, and below it what was paid', () => {
    expect(show(BUY)).toMatchObject({
      title: 'wallet.records.bought{"coin":"BTC"}',
      detail: 'wallet.records.at{"quantity":"0.00700","price":"67,200.0"}',
      value: '+0.00700 BTC',
      tone: 'up',
      valueSub: '−470.87 USDT',
    });
  });

  it('given a list about one coin, then it shows that coin, and the fill says the other side', () => {
    const ofCoin = (currency: string) => ({
      ...BUY,
      entries: BUY.entries.filter((it) => it.currency === currency),
    });
    expect(show(ofCoin('BTC'), 'BTC')).toMatchObject({ value: '+0.00700', tone: 'up', valueSub: '−470.87 USDT' });
    expect(show(ofCoin('USDT'), 'USDT')).toMatchObject({ value: '−470.87', tone: 'down', valueSub: '+0.00700 BTC' });
  });

  it('given a transfer between own accounts, then nothing changed', () => {
    const moved = record({
      kind: 'wallet.change',
      group: 'transfer',
      entries: [entry('wallet', 'USDT', '1000'), entry('exchange', 'USDT', '-1000')],
    });
    expect(show(moved)).toMatchObject({
      title: 'wallet.account.exchange → wallet.account.wallet',
      value: '1,000.00',
      tone: 'flat',
    });
  });

  it('given a hold, then it shows what went into orders, without a sign', () => {
    const hold = record({
      kind: 'spot.hold',
      group: 'hold',
      entries: [entry('exchange', 'BTC', '-0.5', '0.5')],
      facts: { of: 'order', order_id: 6n, symbol: 'BTC/USDT', side: 'sell', price: amount('69480') },
    });
    expect(show(hold)).toMatchObject({
      detail: 'wallet.records.sell.at{"symbol":"BTC/USDT","price":"69,480.0"}',
      value: '0.50000 BTC',
      valueSub: 'wallet.records.to_orders',
    });
  });

  it('given the hold of a withdrawal and its return, then they are named, and no order is mentioned', () => {
    const held = [entry('wallet', 'USDT', '-250', '250')];
    const back = [entry('wallet', 'USDT', '250', '-250')];
    expect(show(record({ kind: 'withdrawal.hold', group: 'hold', entries: held }))).toMatchObject({
      title: 'wallet.records.withdrawal.held',
      value: '250.00 USDT',
      valueSub: 'wallet.records.to_withdrawal',
    });
    expect(show(record({ kind: 'withdrawal.return', group: 'hold', entries: back }))).toMatchObject({
      title: 'wallet.records.withdrawal.returned',
      valueSub: 'wallet.records.from_withdrawal',
    });
  });

  it('given a kind of a later version, then its group names it and its amounts are shown', () => {
    const later = record({ kind: 'moon.rent', group: 'other', entries: [entry('wallet', 'ETH', '-2')] });
    expect(show(later)).toMatchObject({ title: 'wallet.records.group.other', value: '−2.00000 ETH', tone: 'down' });
  });

  it('nets to the sum of its entries, coin by coin', () => {
    const entries = fc.array(
      fc.record({
        account: fc.constantFrom('wallet' as const, 'exchange' as const),
        currency: fc.constantFrom('BTC', 'USDT'),
        available: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((it) => it as Amount),
        frozen: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((it) => it as Amount),
      }),
    );
    fc.assert(
      fc.property(entries, (list) => {
        for (const { currency, amount: net } of netOf({ entries: list })) {
          const own = list.filter((it) => it.currency === currency);
          expect(net).toBe(own.reduce((sum, it) => sum + it.available + it.frozen, 0n));
        }
      }),
    );
  });
});
