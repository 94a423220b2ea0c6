import type { NoticeKind } from '@app/domain/notify';
import { shownPlaces } from '@app/domain/wallet';
import { type Amount, amountForSpeech, type Price, parseDecimal, showAmount, showPrice } from '@app/money';
import type { Output } from '@app/protocol';
import type { listNotices } from '@app/protocol/notify';
import type { IconName } from '@app/ui';
import type { Text, TextKey } from '../../data/app/texts.ts';

export type Notice = Output<typeof listNotices>['list'][number];

type Look = {
  readonly text: Text;
  /** Decimals of a market's prices; undefined while unknown. */
  readonly precisionOf: (symbol: string) => number | undefined;
};

/** More places than any market's lot has. */
const QUANTITY_PLACES = 8;
const PRICE_PLACES = 2;

/** Returns a notice's title and text in the selected language. The server sends figures, which are formatted here. */
export function describeNotice({ kind, params }: Notice, { text, precisionOf }: Look): { title: string; body: string } {
  const shown = { ...params, ...figuresOf(params, precisionOf), ...accountsOf(params, text) };
  return { title: text(titleOf(kind, params), shown), body: text(bodyOf(kind, params), shown) };
}

const titleOf = (kind: NoticeKind, { side }: Params) =>
  kind === 'order_filled'
    ? (`notify.kind.order_filled.${side === 'buy' ? 'buy' : 'sell'}` as const)
    : (`notify.kind.${kind}` as const);

/** Returns the text of a notice. Why an order was cancelled is left out if only a newer version knows the reason. */
function bodyOf(kind: NoticeKind, { reason }: Params): TextKey {
  const isExplained = kind === 'order_cancelled' && (reason === 'own_order' || reason === 'remainder');
  return isExplained ? `notify.kind.order_cancelled.${reason}` : `notify.kind.${kind}.text`;
}

type Params = Notice['params'];

function figuresOf({ amount, currency, quantity, price, result, symbol }: Params, precisionOf: Look['precisionOf']) {
  const precision = precisionOf(String(symbol)) ?? PRICE_PLACES;
  return {
    ...(amount !== undefined && { amount: showAmount(decimal<Amount>(amount), shownPlaces(String(currency))) }),
    ...(quantity !== undefined && { quantity: amountForSpeech(decimal<Amount>(quantity), QUANTITY_PLACES) }),
    ...(price !== undefined && { price: showPrice(decimal<Price>(price), precision) }),
    ...(result !== undefined && { result: showAmount(decimal<Amount>(result), shownPlaces(String(currency))) }),
  };
}

const decimal = <Kind extends Amount | Price>(value: string | number): Kind => parseDecimal<Kind>(String(value));

function accountsOf({ from, to }: Params, text: Text) {
  if (from === undefined || to === undefined) return {};
  const nameOf = (account: string | number) => text(`wallet.account.${account}` as TextKey); // One of the user's accounts.
  return { from: nameOf(from), to: nameOf(to) };
}

type Place = { readonly pathname: string; readonly search?: string };

/**
 * Returns the page a notice leads to. An order or a transfer of the other mode cannot be opened in this one, so such a
 * notice leads nowhere.
 */
export function placeOf({ kind, params }: Notice, mode: 'real' | 'demo'): Place | undefined {
  if (params.mode !== undefined && params.mode !== mode) return undefined;
  switch (kind) {
    case 'order_filled':
    case 'order_cancelled':
      return { pathname: ORDERS_PATH, search: `?tab=history&order=${params.order}` };
    case 'orders_many':
      return { pathname: ORDERS_PATH, search: '?tab=history' };
    case 'position_liquidated':
    case 'position_stopped':
    case 'position_profit':
    case 'position_delivered':
      return { pathname: DEALS_PATH, search: `?tab=history&deal=${params.position}` };
    case 'bet_void':
      return { pathname: BETS_PATH, search: `?tab=ended&bet=${params.bet}` };
    case 'transfer':
      return { pathname: '/pages/fund/transfer_history' };
    case 'deposit_credited':
    case 'deposit_reversed':
    case 'claim_credited':
    case 'claim_refused':
      return { pathname: '/pages/fund/receive_withdraw_record' };
    case 'withdrawal_confirmed':
    case 'withdrawal_returned':
      return { pathname: '/pages/fund/withdraw', search: `?id=${params.withdrawal}` };
    case 'payout_requested':
    case 'payout_paid':
    case 'payout_returned':
      return { pathname: '/pages/fund/withdraw', search: `?payout=${params.payout}` };
    case 'demo_opened':
    case 'demo_reset':
      return { pathname: '/pages/fund/assets' };
    case 'identity_approved':
    case 'identity_rejected':
    case 'identity_expired':
      return { pathname: '/pages/setting/real_mark' };
    case 'export_ready':
      if (params.made === 'account.data') return { pathname: '/pages/plus/data' };
      return {
        pathname: '/pages/setting/bill',
        search: String(params.period).length === 7 ? `?month=${params.period}` : '',
      };
    default:
      return undefined;
  }
}

const ORDERS_PATH = '/pages/transaction/currency_order';
const DEALS_PATH = '/pages/transaction/contract_order';
const BETS_PATH = '/pages/transaction/seconds_order';

export const NOTICE_ICONS: Readonly<Record<NoticeKind, IconName>> = {
  order_filled: 'spot',
  order_cancelled: 'close',
  orders_many: 'list',
  position_liquidated: 'warn',
  position_stopped: 'close',
  position_profit: 'check',
  position_delivered: 'clock',
  bet_void: 'clock',
  transfer: 'transfer',
  deposit_credited: 'check',
  deposit_reversed: 'warn',
  claim_credited: 'check',
  claim_refused: 'warn',
  withdrawal_confirmed: 'check',
  withdrawal_returned: 'withdraw',
  payout_requested: 'bank',
  payout_paid: 'check',
  payout_returned: 'withdraw',
  demo_opened: 'gift',
  demo_reset: 'convert',
  export_ready: 'save',
  new_device: 'globe',
  password: 'lock',
  trade_password: 'key',
  trade_password_set: 'key',
  authenticator: 'shield-check',
  authenticator_locked: 'lock',
  token_reused: 'globe',
  mobile: 'phone',
  passkey_added: 'passkey',
  passkey_removed: 'passkey',
  phrase: 'mail',
  address_added: 'address-book',
  address_changed: 'address-book',
  address_renamed: 'address-book',
  address_removed: 'address-book',
  bank_saved: 'bank',
  frozen: 'pause',
  unfrozen: 'play',
  second_factor_removed: 'key',
  closing: 'clock',
  closing_cancelled: 'check',
  closing_failed: 'warn',
  identity_approved: 'shield-check',
  identity_rejected: 'id-card',
  identity_expired: 'id-card',
};
