import { type Member, makeDemoMember, sendTo } from './member.ts';

type OwnOrder = {
  readonly id: string;
  readonly symbol: string;
  readonly type: 'buy' | 'sell';
  readonly kind: string;
  readonly price: string | null;
  readonly amount: string | null;
  readonly filled: string;
  readonly status: 'open' | 'filled' | 'cancelled';
};

/** Demo-mode user with money to trade, and direct API calls on their behalf. */
export type Trader = Member & {
  place(form: Readonly<Record<string, string>>): Promise<OwnOrder>;
  orders(): Promise<readonly OwnOrder[]>;
};

const USDT = '3';

/**
 * Creates a trader. The amount in the spot account is available to trade; the rest of the demo money stays in the
 * wallet.
 */
export async function makeTrader(edgeUrl: string, mailsUrl: string, name: string, usdt = '20000'): Promise<Trader> {
  const member = await makeDemoMember(edgeUrl, mailsUrl, name);
  const token = String(member.kept.token);
  const send = sendTo(edgeUrl, token);
  await send('/wallet/change', { from_field: 'wallet', to_field: 'exchange', currency: 'USDT', number: usdt });
  return {
    ...member,
    place: async (form) => (await send('/coin/trade', { legal_id: USDT, ...form })) as OwnOrder, // Our own API.
    orders: () => listOrders(edgeUrl, token),
  };
}

async function listOrders(edgeUrl: string, authorization: string): Promise<readonly OwnOrder[]> {
  const response = await fetch(`${edgeUrl}/api/coin/list?limit=100`, { headers: { authorization } });
  const { data } = (await response.json()) as { data: { list: readonly OwnOrder[] } }; // Our own API.
  return data.list;
}
