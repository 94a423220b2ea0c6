/** The addresses this trial opens. */
export const HOME = '/pages/index/index';
export const MARKET = '/pages/market/market';
export const ASSETS = '/pages/fund/assets';
export const TRANSFER = '/pages/fund/transfer';
export const SETTINGS = '/pages/setting/set';
