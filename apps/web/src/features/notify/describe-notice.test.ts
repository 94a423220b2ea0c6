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

  it('given a withdrawal that arrived or came back, then it is that withdrawal, of the real account only', () => {
    for (const kind of ['withdrawal_confirmed', 'withdrawal_returned'] as const) {
      const ended = notice(kind, { mode: 'real', withdrawal: '77', currency: 'USDT', amount: '250' });
      expect(placeOf(ended, 'real')).toEqual({ pathname: '/pages/fund/withdraw', search: '?id=77' });
      expect(placeOf(ended, 'demo')).toBeUndefined();
    }
  });

  it('given a payout to a bank, then it is that payout, of the real account only', () => {
    for (const kind of ['payout_requested', 'payout_paid', 'payout_returned'] as const) {
      const payout = notice(kind, { mode: 'real', payout: '77', currency: 'USDT', amount: '250' });
      expect(placeOf(payout, 'real')).toEqual({ pathname: '/pages/fund/withdraw', search: '?payout=77' });
      expect(placeOf(payout, 'demo')).toBeUndefined();
    }
  });

  it('given a void bet, then it is that bet', () => {
    expect(placeOf(notice('bet_void', { mode: 'demo', bet: '9' }), 'demo')).toEqual({
      pathname: '/pages/transaction/seconds_order',
      search: '?tab=ended&bet=9',
    });
  });

  it('given a notice about security, then there is none: it has a link of its own; one about documents has the page of levels', () => {
    const led = NOTICE_KINDS.filter((kind) => placeOf(notice(kind), 'real') !== undefined);
    expect(led).toEqual([
      'order_filled',
      'order_cancelled',
      'orders_many',
      'position_liquidated',
      'position_stopped',
      'position_profit',
      'position_delivered',
      'bet_void',
      'transfer',
      'deposit_credited',
      'deposit_reversed',
      'claim_credited',
      'claim_refused',
      'withdrawal_confirmed',
      'withdrawal_returned',
      'payout_requested',
      'payout_paid',
      'payout_returned',
      'demo_opened',
      'demo_reset',
      'export_ready',
      'identity_approved',
      'identity_rejected',
      'identity_expired',
    ]);
  });
});
