import type { Page } from 'playwright-core';
import { type Member, makeDemoMember, sendTo } from './member.ts';

/** User actions on the seconds screen, step by step, in English. */
export const SECONDS = 'transaction/index2?symbol=BTC/USDT';

/** The shortest bets there may be, so that a journey sees their end soon. */
export const SHORT_BETS = {
  'product.seconds': { open: true, except: [] },
  'seconds.terms': {
    payouts: [5, 60].map((seconds) => ({ seconds, rate: '0.85' })),
    entry_delay_ms: 1_000,
    cancel_lead_ms: 1_000,
    void_after_ms: 10_000,
  },
} as const;

/** Bets that wait so long for their entry that there is time to cancel. */
export const SLOW_ENTRY = {
  'seconds.terms': { ...SHORT_BETS['seconds.terms'], entry_delay_ms: 10_000 },
} as const;

export const upButton = (page: Page) => page.getByRole('button', { name: 'Up', exact: true });

/** Returns the chips of open bets. */
export const openBets = (page: Page) => page.getByRole('list', { name: 'Open bets' }).getByRole('listitem');

/** Returns the seconds that the ring of the first open bet shows. */
export async function secondsLeft(page: Page): Promise<number> {
  const label = await openBets(page).first().getByRole('img').getAttribute('aria-label');
  return Number(label?.split(' ')[0]);
}

type OwnBet = Readonly<Record<'id' | 'number', string>> & {
  readonly status: number;
  readonly result: string | null;
  readonly returned: string | null;
};

/** Direct API calls for a user of bets. */
export function betsOf(edgeUrl: string, { kept }: Member) {
  const authorization = String(kept.token);
  const send = sendTo(edgeUrl, authorization);
  return {
    place: async (form: Readonly<Record<string, string>> = {}) =>
      (await send('/microtrade/submit', {
        match_id: '1',
        currency_name: 'USDT',
        type: '1',
        seconds: '5',
        number: '10',
        ...form,
      })) as OwnBet, // Our own API.
    list: async () => {
      const headers = { authorization };
      const response = await fetch(`${edgeUrl}/api/microtrade/lists?page=1&limit=100`, { headers });
      const { data } = (await response.json()) as { data: { list: readonly OwnBet[] } }; // Our own API.
      return data.list;
    },
    /** Returns the terms in force. */
    terms: async () => {
      const response = await fetch(`${edgeUrl}/api/microtrade/seconds?mode=demo`);
      const { data } = (await response.json()) as { data: { version: number; entry_delay_ms: number } }; // Our own API.
      return data;
    },
    /** Returns the entries of the seconds account, newest first. */
    ledger: async () => {
      const log = await send('/wallet/legal_log', { account: 'seconds', currency: 'USDT', limit: '100' });
      return (log as { list: readonly OwnEntry[] }).list; // Our own API.
    },
    /** Returns what the seconds account has. */
    balance: async () => {
      const { list } = (await send('/wallet/list', {})) as { list: readonly OwnBalance[] }; // Our own API.
      const own = list.find(({ account, currency }) => account === 'seconds' && currency === 'USDT');
      return own && { available: own.available, frozen: own.frozen };
    },
  };
}

type OwnEntry = Readonly<Record<'kind' | 'available' | 'frozen', string>>;
type OwnBalance = Readonly<Record<'account' | 'currency' | 'available' | 'frozen', string>>;

/** Creates a demo-mode user with money in the seconds account. */
export async function makeBettor(edgeUrl: string, mailsUrl: string, name: string) {
  const member = await makeDemoMember(edgeUrl, mailsUrl, name);
  const send = sendTo(edgeUrl, String(member.kept.token));
  await send('/wallet/change', { from_field: 'wallet', to_field: 'seconds', currency: 'USDT', number: '1000' });
  return { ...member, ...betsOf(edgeUrl, member) };
}
