import type { RefusalCode, Route } from '@app/protocol';
import { id } from '@app/protocol/fields';
import type * as z from 'zod/mini';
import { NAMED_ROUTES, type RouteName } from './good-requests.ts';

/**
 * Who may call, written down a second time on purpose: a route that is opened to visitors by a slip differs from this,
 * and one without a row does not compile.
 */
export const WHO: Readonly<Record<RouteName, 'anybody' | 'session'>> = {
  sendMailCode: 'anybody',
  sendSmsCode: 'anybody',
  checkEmail: 'anybody',
  checkMobile: 'anybody',
  checkCode: 'anybody',
  register: 'anybody',
  login: 'anybody',
  forget: 'anybody',
  freezeByLink: 'anybody',
  unfreeze: 'anybody',
  startPasskeyLogin: 'anybody',
  loginWithPasskey: 'anybody',
  getLevelList: 'anybody',
  newsPop: 'anybody',
  listNews: 'anybody',
  newsDetail: 'anybody',
  searchArticles: 'anybody',
  listSparks: 'anybody',
  listMarkets: 'anybody',
  provePrice: 'anybody',
  listPriceBlocks: 'anybody',
  listPriceHeads: 'anybody',
  listPriceKeys: 'anybody',
  readReceipt: 'anybody',
  listSettings: 'anybody',
  listQuotes: 'anybody',
  listCandles: 'anybody',
  menu: 'anybody',
  coinRates: 'anybody',
  exchangeRate: 'anybody',
  getSetting: 'anybody',
  countries: 'anybody',
  userInfo: 'session',
  setLanguage: 'session',
  updatePassword: 'session',
  bindMobile: 'session',
  uploadHeadPortrait: 'session',
  editNickname: 'session',
  editSignature: 'session',
  logoutByGet: 'session',
  logout: 'session',
  listSessions: 'session',
  revokeSession: 'session',
  revokeOtherSessions: 'session',
  freeze: 'session',
  readSecurity: 'session',
  setTradePassword: 'session',
  setPhrase: 'session',
  getAuthenticator: 'session',
  bindAuthenticator: 'session',
  listPasskeys: 'session',
  startPasskey: 'session',
  addPasskey: 'session',
  removePasskey: 'session',
  startStepUp: 'session',
  sendStepUpCode: 'session',
  startStepUpPasskey: 'session',
  proveStepUp: 'session',
  openDemoAccount: 'session',
  changeAccount: 'session',
  resetAccount: 'session',
  readLimits: 'session',
  changeLimit: 'session',
  upload: 'session',
  listFavourites: 'session',
  orderFavourites: 'session',
  equityDay: 'session',
  listNotices: 'session',
  readNotices: 'session',
  addFavourite: 'session',
  removeFavourite: 'session',
  changeWallet: 'session',
  listWallets: 'session',
  walletHistory: 'session',
  placeOrder: 'session',
  cancelOrder: 'session',
  cancelAllOrders: 'session',
  listOrders: 'session',
  findPlaced: 'session',
  listFills: 'session',
  readRules: 'anybody',
  readFeeLevel: 'session',
};

/** What a field names, and what somebody else's is answered with; `ignored`: the server's value wins. */
export type Foreign = {
  readonly object: 'session' | 'passkey' | 'challenge' | 'proven challenge' | 'picture' | 'user' | 'notice' | 'order';
  readonly answer: RefusalCode | 'ignored';
};

const PROVEN = { object: 'proven challenge', answer: 'step_up_required' } as const;
const CHALLENGE = { object: 'challenge', answer: 'not_found' } as const;
const USER = { object: 'user', answer: 'ignored' } as const;

/** Every field that names an object with an owner. */
export const FOREIGN: Readonly<Record<string, Foreign>> = {
  'revokeSession.id': { object: 'session', answer: 'not_found' },
  'removePasskey.id': { object: 'passkey', answer: 'not_found' },
  'uploadHeadPortrait.head_portrait': { object: 'picture', answer: 'not_found' },
  'sendStepUpCode.challenge': CHALLENGE,
  'startStepUpPasskey.challenge': CHALLENGE,
  'proveStepUp.challenge': CHALLENGE,
  'updatePassword.challenge': PROVEN,
  'bindMobile.challenge': PROVEN,
  'setTradePassword.challenge': PROVEN,
  'setPhrase.challenge': PROVEN,
  'bindAuthenticator.challenge': PROVEN,
  'startPasskey.challenge': PROVEN,
  'removePasskey.challenge': PROVEN,
  'openDemoAccount.user_id': USER,
  'changeAccount.user_id': USER,
  'resetAccount.user_id': USER,
  'cancelOrder.id': { object: 'order', answer: 'not_found' },
  'listFills.id': { object: 'order', answer: 'not_found' },
  // A place among one's own: whosever notice, order or fill has that id.
  'listFills.before': { object: 'order', answer: 'ignored' },
  'readNotices.up_to': { object: 'notice', answer: 'ignored' },
};

/** Named like an object with an owner, and none: what the specification's app sends along, and what anybody may read. */
const NO_OBJECTS: readonly string[] = [
  ...['register.area_code_id', 'register.app_id', 'login.app_id'],
  ...['placeOrder.currency_id', 'placeOrder.legal_id'],
  ...['listNews.c_id', 'newsDetail.id', 'readReceipt.id'],
];

/** What of the protocol looks like it names an object: whatever is read as an id, or called one. */
export const idFields = (): readonly string[] =>
  NAMED_ROUTES.flatMap(([name, { request }]) =>
    Object.entries(request.shape)
      .filter(([field, schema]) => coreOf(schema as z.ZodMiniType) === id || field.endsWith('_id'))
      .map(([field]) => `${name}.${field}`),
  ).filter((field) => !NO_OBJECTS.includes(field));

/** What an optional field is when it comes. */
function coreOf(schema: z.ZodMiniType): unknown {
  const { innerType } = schema._zod.def as { innerType?: z.ZodMiniType }; // Only wrappers have one.
  return innerType === undefined ? schema : coreOf(innerType);
}

export const isSessionRoute = ([name]: readonly [RouteName, Route]): boolean => WHO[name] === 'session';
