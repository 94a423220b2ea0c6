import type { ProofText, PublishedText, ReceiptText } from '@app/verifier';

export const fetchProof = (address: string, symbol: string, seq: string): Promise<ProofText> =>
  get<ProofText>(address, `/api/plus/prices/proof?${new URLSearchParams({ symbol, seq })}`);

export const fetchReceipt = (address: string, id: string): Promise<ReceiptText> =>
  get<ReceiptText>(address, `/api/plus/verify?${new URLSearchParams({ id })}`);

/** Fetches a version of the ladder's settings from the public list, not from the answer under verification. */
export async function fetchSettings(address: string, version: number): Promise<PublishedText | null> {
  const fields = new URLSearchParams({ key: 'spot.ladder' });
  const { list } = await get<{ list: PublishedText[] }>(address, `/api/plus/verify/settings?${fields}`);
  return list.find((it) => it.version === version) ?? null;
}

/** Fetches a market's number in blocks from the list of all markets, not from the answer under verification. */
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
