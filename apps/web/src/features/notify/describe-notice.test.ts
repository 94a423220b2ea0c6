import { NOTICE_KINDS, type NoticeKind } from '@app/domain/notify';
import { describe, expect, it } from 'vitest';
import type { Text } from '../../data/app/texts.ts';
import { describeNotice, type Notice, placeOf } from './describe-notice.ts';

const notice = (kind: NoticeKind, params: Notice['params'] = {}): Notice => ({
  id: 7n,
  category: 'trade',
  kind,
  params,
  at: 1_790_000_000_000,
  read_at: null,
});

/** Returns the key and what fills it. */
const text = ((key: string, params?: object) =>
  params === undefined ? key : `${key} ${JSON.stringify(params)}`) as Text;
const look = { text, precisionOf: (symbol: string) => (symbol === 'DOGE/USDT' ? 5 : undefined) };

describe('the text of a notice', () => {
  it('given an order, then its quantity has no trailing zeros and its price the decimals of its market', () => {
    const params = {
      symbol: 'DOGE/USDT',
      side: 'buy',
      base: 'DOGE',
      quote: 'USDT',
      quantity: '1250.5',
      price: '0.0731249999',
    };
    const { title } = describeNotice(notice('order_filled', params), look);
    expect(title).toContain('"quantity":"1,250.5"');
    expect(title).toContain('"price":"0.07312"');
  });

  it('given a transfer, then the amount has the places of its currency and the accounts their names', () => {
    const params = { from: 'wallet', to: 'exchange', currency: 'USDT', amount: '1250.5' };
    const { body } = describeNotice(notice('transfer', params), look);
    expect(body).toContain('"amount":"1,250.50"');
    expect(body).toContain('"from":"wallet.account.wallet","to":"wallet.account.exchange"');
  });
});

describe('the text of a cancelled order', () => {
  it.each([
    ['own_order', 'notify.kind.order_cancelled.own_order'],
    ['remainder', 'notify.kind.order_cancelled.remainder'],
    ['of_a_newer_version', 'notify.kind.order_cancelled.text'],
  ])('given the reason %s, then %s', (reason, key) => {
    expect(describeNotice(notice('order_cancelled', { reason }), look).body).toMatch(key);
  });
});

describe('the page of a notice', () => {
  it('given an order of this mode, then it is the order; given one of the other mode, then there is none', () => {
    const filled = notice('order_filled', { mode: 'demo', order: '42' });
    expect(placeOf(filled, 'demo')?.search).toBe('?tab=history&order=42');
    expect(placeOf(filled, 'real')).toBeUndefined();
  });

  it('given a position that was liquidated, then it is that position, which its page explains', () => {
    const liquidated = notice('position_liquidated', { mode: 'real', position: '77' });
    expect(placeOf(liquidated, 'real')).toEqual({
      pathname: '/pages/transaction/contract_order',
      search: '?tab=history&deal=77',
    });
    expect(placeOf(liquidated, 'demo')).toBeUndefined();
  });

  it('given a notice about security, then there is none: it has a link of its own', () => {
    const led = NOTICE_KINDS.filter((kind) => placeOf(notice(kind), 'real') !== undefined);
    expect(led).toEqual([
      'order_filled',
      'order_cancelled',
      'orders_many',
      'position_liquidated',
      'position_stopped',
      'position_profit',
      'position_delivered',
      'transfer',
      'demo_opened',
      'demo_reset',
      'export_ready',
    ]);
  });
});
