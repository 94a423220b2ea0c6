import type { Locator, Page } from 'playwright-core';
import { type Member, makeDemoMember, sendTo } from './member.ts';

/** User actions on the contract screen, step by step, in English. */
export const CONTRACT = 'transaction/contract?symbol=BTC/USDT';
/** One lot of BTC/USDT is 0.001 BTC. */
const LOTS = '10';
const SIZE = '0.01';

export type ContractSide = 'long' | 'short';

export const sizeField = (page: Page) => page.getByRole('textbox', { name: 'Size', exact: true });

/** Returns the form's button of a side; it also names the liquidation price. */
export const sideButton = (page: Page, side: ContractSide) =>
  page.getByRole('button', { name: side === 'long' ? /^Long\b/ : /^Short\b/ });

/** Types a size and opens the review, without sending anything. */
export async function review(page: Page, side: ContractSide, size = SIZE): Promise<Locator> {
  await sizeField(page).fill(size);
  await sideButton(page, side).click();
  const sheet = page.getByRole('dialog', { name: 'Review order' });
  await sheet.getByRole('button', { name: `Open ${side}` }).waitFor();
  return sheet;
}

/** Opens a position through the review. */
export async function openPosition(page: Page, side: ContractSide, size = SIZE): Promise<void> {
  const sheet = await review(page, side, size);
  await sheet.getByRole('button', { name: `Open ${side}` }).click();
  await page.getByText('Position opened').waitFor();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Returns the cards of positions, or of pending orders, in a coin. */
export const cards = (page: Page, coin = 'BTC') => page.getByRole('article', { name: `${coin}-PERP` });

/** Returns the sheet of the deal that was pressed. */
export const dealSheet = (page: Page) => page.getByRole('dialog', { name: /^\w+-PERP/ });

export const hasNoPositions = (page: Page) => page.getByText('No open positions').waitFor();

type OwnSettlement = Readonly<Record<'id' | 'cause' | 'lots' | 'price' | 'margin' | 'result', string>> &
  Readonly<Record<'fee' | 'liquidation_fee' | 'overnight' | 'returned' | 'shortfall', string>>;

type OwnDeal = {
  readonly id: string;
  readonly symbol: string;
  readonly type: 'buy' | 'sell';
  readonly status: number;
  readonly cause: string | null;
  readonly share: string;
  readonly multiple: number;
  readonly margin: string;
  readonly open_fee: string;
  readonly target_profit_price: string | null;
  readonly stop_loss_price: string | null;
};
type OwnEndedDeal = OwnDeal & { readonly settlements: readonly OwnSettlement[] };

/** Direct API calls for a user of contracts. */
export function contractsOf(edgeUrl: string, { kept }: Member) {
  const send = sendTo(edgeUrl, String(kept.token));
  const list = async <Row>(path: string, fields: Readonly<Record<string, string>> = {}) => {
    const answer = await send(path, { limit: '100', ...fields });
    return (answer as { list: readonly Row[] }).list; // Our own API.
  };
  return {
    open: async (form: Readonly<Record<string, string>> = {}) =>
      (await send('/lever/submit', {
        currency_name: 'BTC/USDT',
        type: 'buy',
        share: LOTS,
        multiple: '5',
        ...form,
      })) as OwnDeal, // Our own API.
    deals: () => list<OwnDeal>('/lever/dealall'),
    ended: () => list<OwnEndedDeal>('/lever/my_trade'),
    /** Returns the entries of the contract account, newest first. */
    ledger: () => list<OwnEntry>('/wallet/legal_log', { account: 'contract', currency: 'USDT' }),
    /** Returns the notices about trades, newest first. */
    notices: async () => {
      const headers = { authorization: String(kept.token) };
      const response = await fetch(`${edgeUrl}/api/plus/notices?category=trade`, { headers });
      const { data } = (await response.json()) as { data: { list: readonly OwnNotice[] } }; // Our own API.
      return data.list;
    },
    /** Returns what the contract account has. */
    balance: async () => {
      const { list: all } = (await send('/wallet/list', {})) as { list: readonly OwnBalance[] }; // Our own API.
      return all.find(({ account, currency }) => account === 'contract' && currency === 'USDT');
    },
  };
}

type OwnEntry = Readonly<Record<'kind' | 'available' | 'frozen', string>>;
type OwnNotice = { readonly kind: string; readonly params: Readonly<Record<string, string>> };
type OwnBalance = Readonly<Record<'account' | 'currency' | 'available' | 'frozen', string>>;

/** Demo-mode user with margin in the contract account. */
export type ContractTrader = Member & ReturnType<typeof contractsOf>;

export async function makeContractTrader(
  edgeUrl: string,
  mailsUrl: string,
  name: string,
  usdt = '20000',
): Promise<ContractTrader> {
  const member = await makeDemoMember(edgeUrl, mailsUrl, name);
  const send = sendTo(edgeUrl, String(member.kept.token));
  await send('/wallet/change', { from_field: 'wallet', to_field: 'contract', currency: 'USDT', number: usdt });
  return { ...member, ...contractsOf(edgeUrl, member) };
}
