/** Routes opened by this trial. */
export const HOME = '/pages/index/index';
export const MARKET = '/pages/market/market';
/** The heaviest screen: it loads the chart library. */
export const CHART = '/pages/transaction/index?symbol=BTC%2FUSDT';
/** Order form and order book; in a wide window with the chart next to them. */
export const TRADE = '/pages/transaction/currency?symbol=BTC%2FUSDT';
export const ASSETS = '/pages/fund/assets';
export const TRANSFER = '/pages/fund/transfer';
export const SETTINGS = '/pages/setting/set';
