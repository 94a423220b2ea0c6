import type { Route } from '@app/protocol';
import * as auth from '@app/protocol/auth';
import * as content from '@app/protocol/content';
import * as kyc from '@app/protocol/kyc';
import * as limits from '@app/protocol/limits';
import * as market from '@app/protocol/market';
import * as media from '@app/protocol/media';
import * as notify from '@app/protocol/notify';
import * as proof from '@app/protocol/proof';
import * as reference from '@app/protocol/reference';
import * as spot from '@app/protocol/spot';
import * as wallet from '@app/protocol/wallet';

const features = {
  ...auth,
  ...content,
  ...kyc,
  ...limits,
  ...market,
  ...media,
  ...notify,
  ...proof,
  ...reference,
  ...spot,
  ...wallet,
};
type Features = typeof features;

/** Names of the routes in the features' public API. */
export type RouteName = {
  [Name in keyof Features]: Features[Name] extends Route ? Name : never;
}[keyof Features];

/** Routes with fields: an upload's body is a file and has none; the media tests send it hostile files. */
export type FieldsRouteName = Exclude<RouteName, 'upload'>;

const PASSWORDS = { password: 'correct horse', re_password: 'correct horse' };
const CODE = '123456';

/** One valid request per route. A route without a row does not compile, so none can be missing here. */
export const GOOD: Readonly<Record<FieldsRouteName, Readonly<Record<string, unknown>>>> = {
  sendMailCode: { user_string: 'nasty@example.com' },
  sendSmsCode: { mobile: '4917012345678' },
  checkEmail: { user_string: 'nasty@example.com' },
  checkMobile: { user_string: '4917012345678' },
  checkCode: { user_string: 'nasty@example.com', code: CODE },
  register: { user_string: 'n@example.com', code: CODE, ...PASSWORDS, agree: '1', country: 'DE' },
  login: { user_string: 'nasty@example.com', password: 'correct horse' },
  forget: { account: 'nasty@example.com', password: 'correct horse', repassword: 'correct horse', code: CODE },
  newsPop: {},
  listNews: { c_id: '4' },
  searchArticles: { q: 'price' },
  listSparks: { symbols: 'BTC/USDT' },
  newsDetail: { id: '1' },
  userInfo: {},
  setLanguage: { lang: 'en' },
  setCountry: { country: 'DE' },
  updatePassword: PASSWORDS,
  bindMobile: { mobile: '4917012345678', code: CODE },
  uploadHeadPortrait: { head_portrait: '' },
  editNickname: { nickname: 'Ann' },
  editSignature: { signature: 'Hello' },
  logoutByGet: {},
  logout: {},
  listSessions: {},
  revokeSession: { id: '1' },
  revokeOtherSessions: {},
  freeze: {},
  freezeByLink: { token: 'A'.repeat(43) },
  unfreeze: { user_string: 'nasty@example.com', password: 'correct horse', code: CODE },
  readSecurity: {},
  setTradePassword: { password: '4071', re_password: '4071' },
  setPhrase: { phrase: 'blue heron' },
  getAuthenticator: {},
  bindAuthenticator: { google_code: CODE },
  listPasskeys: {},
  startPasskey: {},
  addPasskey: { credential: '{}', name: 'Phone' },
  removePasskey: { id: '1' },
  startPasskeyLogin: {},
  loginWithPasskey: { credential: '{}' },
  startStepUp: { path: '/plus/phrase', fields: '{"phrase":"blue heron"}' },
  sendStepUpCode: { challenge: '1' },
  startStepUpPasskey: { challenge: '1' },
  proveStepUp: { challenge: '1', code: CODE },
  openDemoAccount: {},
  changeAccount: {},
  resetAccount: {},
  getLevelList: {},
  readLimits: {},
  changeLimit: { kind: 'daily_loss', amount: '100' },
  listMarkets: {},
  listQuotes: {},
  listCandles: { symbol: 'BTC/USDT', period: '1min', from: '1800000000', to: '1800003600' },
  listFavourites: {},
  orderFavourites: { symbols: 'BTC/USDT' },
  equityDay: { since: '1800000000000' },
  listNotices: { page: '1', limit: '10' },
  readNotices: { up_to: '1' },
  addFavourite: { symbol: 'BTC/USDT' },
  removeFavourite: { symbol: 'BTC/USDT' },
  menu: {},
  coinRates: {},
  exchangeRate: {},
  getSetting: { keyword: 'kefu' },
  countries: {},
  changeWallet: { from_field: 'wallet', to_field: 'exchange', currency: 'USDT', number: '1' },
  listWallets: {},
  walletHistory: { page: '1', limit: '10' },
  placeOrder: { currency_id: '1', legal_id: '3', type: 'buy', amount: '0.01', target_price: '60000' },
  cancelOrder: { id: '1' },
  cancelAllOrders: {},
  listOrders: { page: '1', limit: '10' },
  findPlaced: { key: '01965e3a-0000-7000-8000-000000000001' },
  listFills: { limit: '10' },
  readRules: {},
  readFeeLevel: {},
  provePrice: { symbol: 'BTC/USDT', seq: '1' },
  listPriceBlocks: { from: '1', to: '10' },
  listPriceHeads: { limit: '10' },
  listPriceKeys: {},
  readReceipt: { id: '247510912204800001' },
  listSettings: { key: 'spot.ladder' },
};

const isName = (name: string): name is RouteName => name in GOOD || name === 'upload';

/** Every route of the protocol by name. */
export const NAMED_ROUTES: readonly (readonly [RouteName, Route])[] = Object.entries<unknown>(features)
  .filter(([name]) => isName(name))
  .map(([name, route]) => [name as RouteName, route as Route]); // Checked above; a name with a row is a route.

/** Routes that end the caller's session; each gets its own session. */
export const ENDS_SESSION: readonly string[] = ['changeAccount', 'logoutByGet', 'logout', 'freeze'];
