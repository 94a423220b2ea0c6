import type { ProofText, PublishedText, ReceiptText } from '@app/verifier';

export const fetchProof = (address: string, symbol: string, seq: string): Promise<ProofText> =>
  get<ProofText>(address, `/api/plus/prices/proof?${new URLSearchParams({ symbol, seq })}`);

export const fetchReceipt = (address: string, id: string): Promise<ReceiptText> =>
  get<ReceiptText>(address, `/api/plus/verify?${new URLSearchParams({ id })}`);

/** A version of the ladder's settings from the list that anybody is shown, not from the answer that is to be checked. */
export async function fetchSettings(address: string, version: number): Promise<PublishedText | null> {
  const fields = new URLSearchParams({ key: 'spot.ladder' });
  const { list } = await get<{ list: PublishedText[] }>(address, `/api/plus/verify/settings?${fields}`);
  return list.find((it) => it.version === version) ?? null;
}

/** The number under which blocks name a market: from the list of all of them, not from the answer that is to be checked. */
export async function fetchMarket(address: string, symbol: string): Promise<number> {
  const { list } = await get<{ list: { id: string; symbol: string }[] }>(address, '/api/currency/list');
  const market = list.find((it) => it.symbol === symbol);
  if (market === undefined) throw new Error(`there is no market ${symbol}`);
  return Number(market.id);
}

async function get<Data>(address: string, path: string): Promise<Data> {
  const answer = await fetch(new URL(path, address));
  const { data, message } = (await answer.json()) as { data?: Data; message: string };
  if (data === undefined) throw new Error(message);
  return data;
}
