/** The addresses this trial opens. */
export const HOME = '/pages/index/index';
export const MARKET = '/pages/market/market';
/** The heaviest of all: it brings the chart library. */
export const CHART = '/pages/transaction/index?symbol=BTC%2FUSDT';
/** Form and book; in a wide window with the chart beside them. */
export const TRADE = '/pages/transaction/currency?symbol=BTC%2FUSDT';
export const ASSETS = '/pages/fund/assets';
export const TRANSFER = '/pages/fund/transfer';
export const SETTINGS = '/pages/setting/set';
