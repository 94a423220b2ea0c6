/** The five tabs of spec 2, in order. */
export const TAB_PATHS = [
  '/pages/index/index',
  '/pages/market/market',
  '/pages/transaction/currency',
  '/pages/transaction/contract',
  '/pages/fund/assets',
] as const;

export const isTab = (path: string) => TAB_PATHS.some((tab) => tab === path);
