import { OWN_ACCOUNTS, type OwnAccount } from '../transfer/transfer-form.ts';

/** Filter of the list of transfers; absent fields do not filter. Stored in the page's address. */
export type HistoryFilter = {
  readonly currency?: string | undefined;
  readonly account?: OwnAccount | undefined;
};

/** Lists of the page; the first one is shown unless the address names another. */
export const TABS = ['transfers', 'conversions'] as const;
export type HistoryTab = (typeof TABS)[number];

export const tabIn = (address: URLSearchParams): HistoryTab =>
  TABS.find((tab) => tab === address.get('tab')) ?? 'transfers';

const CURRENCY = /^[A-Z0-9]{1,10}$/;

/** Reads the filter of an address; what the list does not know is dropped. */
export function readFilter(address: URLSearchParams): HistoryFilter {
  const currency = address.get('coin') ?? '';
  return {
    ...(CURRENCY.test(currency) && { currency }),
    ...accountIn(address.get('account')),
  };
}

function accountIn(text: string | null): Pick<HistoryFilter, 'account'> {
  const account = OWN_ACCOUNTS.find((own) => own === text);
  return account === undefined ? {} : { account };
}

/** Returns the filter as fields of an address. */
export const writeFilter = ({ currency, account }: HistoryFilter): Record<string, string> => ({
  ...(currency !== undefined && { coin: currency }),
  ...(account !== undefined && { account }),
});

export const isFiltered = ({ currency, account }: HistoryFilter): boolean =>
  currency !== undefined || account !== undefined;

/** Returns the id of the transfer that an address names; undefined if it is not an id. */
export const transferIn = (address: URLSearchParams): bigint | undefined => {
  const text = address.get('id') ?? '';
  return /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : undefined;
};

const HISTORY_PATH = '/pages/fund/transfer_history';

/** Returns the address of the list of transfers, with one of them open if given. */
export const historyPath = (id?: bigint): string => (id === undefined ? HISTORY_PATH : `${HISTORY_PATH}?id=${id}`);
