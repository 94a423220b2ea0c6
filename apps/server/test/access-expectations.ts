import { type Access, NAMED_ROUTES, type RefusalCode } from '@app/protocol';
import { id, mediaId } from '@app/protocol/fields';
import type * as z from 'zod/mini';
import type { NamedRoute } from './good-requests.ts';

/**
 * Every route that works without a session, reviewed and written by hand: a route opened by mistake is missing here. All
 * other routes need a session.
 */
export const VISITOR_ROUTES: readonly string[] = [
  'sendMailCode',
  'sendSmsCode',
  'checkEmail',
  'checkMobile',
  'checkCode',
  'register',
  'login',
  'forget',
  'freezeByLink',
  'unfreeze',
  'startPasskeyLogin',
  'loginWithPasskey',
  'getLevelList',
  'newsPop',
  'listNews',
  'newsDetail',
  'searchArticles',
  'listSparks',
  'listMarkets',
  'listNetworks',
  'listCoins',
  'provePrice',
  'listPriceBlocks',
  'listPriceHeads',
  'listPriceKeys',
  'readReceipt',
  'listLadderReceipts',
  'listSettings',
  'listQuotes',
  'listCandles',
  'menu',
  'coinRates',
  'exchangeRate',
  'getSetting',
  'countries',
  'terms',
  'setLanguage',
  'readRules',
  'readContractRules',
  'readContractStats',
  'readSecondsTerms',
  'readSecondsStats',
  'readSecondsDay',
];

/**
 * Every route that moves money, says where it may go, or has another effect that must happen once, and the access it requires. The test finds a route that is declared with an effect but
 * not listed, and one listed with another access.
 */
export const MONEY: Readonly<Record<string, Access>> = {
  changeWallet: 'user',
  convert: 'user',
  claimDeposit: 'user',
  withdraw: 'user',
  cancelWithdrawal: 'user',
  payOut: 'user',
  cancelPayout: 'user',
  placeOrder: 'user',
  cancelOrder: 'user',
  cancelAllOrders: 'user',
  submitContract: 'user',
  closeDeal: 'user',
  setStops: 'user',
  closeAllDeals: 'user',
  cancelDeal: 'user',
  addMargin: 'user',
  removeMargin: 'user',
  reverseDeal: 'user',
  submitBet: 'user',
  cancelBet: 'user',
  openDemoAccount: 'user',
  resetAccount: 'user',
  createExport: 'user',
  exportData: 'user',
  saveAddress: 'user',
  editAddress: 'user',
  saveBank: 'user',
  submitIdentity: 'user',
};

/** Object a field names, and the answer for another user's object; `ignored`: the server's value wins. */
export type Foreign = {
  readonly object:
    | 'session'
    | 'passkey'
    | 'challenge'
    | 'proven challenge'
    | 'picture'
    | 'sealed picture'
    | 'document'
    | 'voucher'
    | 'user'
    | 'notice'
    | 'order'
    | 'export'
    | 'address'
    | 'quote'
    | 'position'
    | 'bet'
    | 'withdrawal'
    | 'payout';
  readonly answer: RefusalCode | 'ignored';
};

const PROVEN = { object: 'proven challenge', answer: 'step_up_required' } as const;
const CHALLENGE = { object: 'challenge', answer: 'not_found' } as const;
const POSITION = { object: 'position', answer: 'not_found' } as const;
const BET = { object: 'bet', answer: 'not_found' } as const;
const DOCUMENT = { object: 'document', answer: 'not_found' } as const;
const USER = { object: 'user', answer: 'ignored' } as const;

/** Every field that names an object with an owner. */
export const FOREIGN: Readonly<Record<string, Foreign>> = {
  'revokeSession.id': { object: 'session', answer: 'not_found' },
  'removePasskey.id': { object: 'passkey', answer: 'not_found' },
  'uploadHeadPortrait.head_portrait': { object: 'picture', answer: 'not_found' },
  'openMedia.id': { object: 'sealed picture', answer: 'not_found' },
  'submitIdentity.front_pic': DOCUMENT,
  'submitIdentity.reverse_pic': DOCUMENT,
  'submitIdentity.hand_pic': DOCUMENT,
  'claimDeposit.voucher': { object: 'voucher', answer: 'not_found' },
  'sendStepUpCode.challenge': CHALLENGE,
  'startStepUpPasskey.challenge': CHALLENGE,
  'proveStepUp.challenge': CHALLENGE,
  'updatePassword.challenge': PROVEN,
  'bindMobile.challenge': PROVEN,
  'setTradePassword.challenge': PROVEN,
  'setPhrase.challenge': PROVEN,
  'bindAuthenticator.challenge': PROVEN,
  'requestClosing.challenge': PROVEN,
  'exportData.challenge': PROVEN,
  'startPasskey.challenge': PROVEN,
  'removePasskey.challenge': PROVEN,
  'saveAddress.challenge': PROVEN,
  'editAddress.challenge': PROVEN,
  'saveBank.challenge': PROVEN,
  'withdraw.challenge': PROVEN,
  'payOut.challenge': PROVEN,
  'withdraw.address_id': { object: 'address', answer: 'not_found' },
  'getWithdrawal.id': { object: 'withdrawal', answer: 'not_found' },
  'cancelWithdrawal.id': { object: 'withdrawal', answer: 'not_found' },
  'getPayout.id': { object: 'payout', answer: 'not_found' },
  'cancelPayout.id': { object: 'payout', answer: 'not_found' },
  'saveAddress.id': { object: 'address', answer: 'not_found' },
  'editAddress.id': { object: 'address', answer: 'not_found' },
  'removeAddress.id': { object: 'address', answer: 'not_found' },
  'removeAddressByGet.id': { object: 'address', answer: 'not_found' },
  'openDemoAccount.user_id': USER,
  'changeAccount.user_id': USER,
  'resetAccount.user_id': USER,
  'cancelOrder.id': { object: 'order', answer: 'not_found' },
  'listFills.id': { object: 'order', answer: 'not_found' },
  'closeDeal.id': POSITION,
  'setStops.id': POSITION,
  'cancelDeal.id': POSITION,
  'addMargin.id': POSITION,
  'removeMargin.id': POSITION,
  'reverseDeal.id': POSITION,
  'listCharges.id': POSITION,
  'readDeal.id': POSITION,
  'cancelBet.id': BET,
  'readBet.id': BET,
  'stopExport.id': { object: 'export', answer: 'not_found' },
  'openExport.id': { object: 'export', answer: 'not_found' },
  // A position in the caller's own list, whichever user's notice, order or fill has that id.
  'listFills.before': { object: 'order', answer: 'ignored' },
  'listOrders.before': { object: 'order', answer: 'ignored' },
  'listDeals.before': { object: 'position', answer: 'ignored' },
  'listEndedDeals.before': { object: 'position', answer: 'ignored' },
  'listBets.before': { object: 'bet', answer: 'ignored' },
  'listDeposits.before': { object: 'order', answer: 'ignored' },
  'listDepositClaims.before': { object: 'order', answer: 'ignored' },
  'listWithdrawals.before': { object: 'order', answer: 'ignored' },
  'listPayouts.before': { object: 'payout', answer: 'ignored' },
  'convert.quote_id': { object: 'quote', answer: 'not_found' },
  'listConversions.before': { object: 'order', answer: 'ignored' },
  'walletHistory.before': { object: 'order', answer: 'ignored' },
  'listExports.before': { object: 'export', answer: 'ignored' },
  'listAddresses.before': { object: 'address', answer: 'ignored' },
  'listAccountLedger.before': { object: 'order', answer: 'ignored' },
  'listLedger.before': { object: 'order', answer: 'ignored' },
  'listNotices.before': { object: 'notice', answer: 'ignored' },
  'readNotices.up_to': { object: 'notice', answer: 'ignored' },
};

/**
 * Fields named like an object with an owner that are none: values the specification's app sends along, and public ones.
 */
const NO_OBJECTS: readonly string[] = [
  ...['register.area_code_id', 'register.app_id', 'register.user_id', 'login.app_id'],
  ...['placeOrder', 'readContract', 'submitContract'].flatMap((it) => [`${it}.currency_id`, `${it}.legal_id`]),
  ...['changeWallet.currency_id', 'changeWallet.from_currency_id', 'changeWallet.to_currency_id'],
  ...['quoteConversion', 'convert'].flatMap((it) => [`${it}.from_currency_id`, `${it}.to_currency_id`]),
  ...['walletDetail.currency_id', 'listAccountLedger.currency_id'],
  ...['listNews.c_id', 'newsDetail.id', 'readReceipt.id', 'listLadderReceipts.id'],
  ...['submitBet.currency_id', 'submitBet.match_id', 'listBets.match_id', 'readSecondsDay.match_id'],
  'submitIdentity.card_id',
  ...['listNews.before', 'listLadderReceipts.after', 'listCharges.before'],
];

const IDS: readonly unknown[] = [id, mediaId];

/** Returns the protocol's fields that appear to name an object: parsed as an id, or named like one. */
export const idFields = (): readonly string[] =>
  NAMED_ROUTES.flatMap(([name, { request }]) =>
    Object.entries(request.shape)
      .filter(([field, schema]) => IDS.includes(coreOf(schema as z.ZodMiniType)) || field.endsWith('_id'))
      .map(([field]) => `${name}.${field}`),
  ).filter((field) => !NO_OBJECTS.includes(field));

/** Unwraps the schema of an optional field. */
function coreOf(schema: z.ZodMiniType): unknown {
  const { innerType } = schema._zod.def as { innerType?: z.ZodMiniType }; // Only wrappers have one.
  return innerType === undefined ? schema : coreOf(innerType);
}

export const isSessionRoute = ([name]: NamedRoute): boolean => !VISITOR_ROUTES.includes(name);
