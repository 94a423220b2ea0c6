import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type ProofText,
  type PublishedText,
  type RangeText,
  type ReceiptText,
  readKept,
  type Span,
} from '@app/verifier';
import { type Report, reportBlocks, reportTick } from './report.ts';
import { reportReceipt } from './report-receipt.ts';

type Output = { readonly log: (line: string) => void; readonly error: (line: string) => void };

/** Verifies evidence from a file or a URL; trusts nothing beyond what its checks prove. Returns the exit code. */
export async function main(args: readonly string[], output: Output): Promise<0 | 1 | 2> {
  try {
    const { lines, holds } = await report(args);
    for (const line of lines) output.log(line);
    return holds ? 0 : 1;
  } catch (error) {
    output.error(`verify: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

async function report(args: readonly string[]): Promise<Report> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      head: { type: 'string', multiple: true, default: [] },
      key: { type: 'string', multiple: true, default: [] },
    },
  });
  const [what = '', first = '', second = '', third = ''] = positionals;
  const kept = readKept({ heads: values.head.map(readHead), keys: values.key });
  if (what === 'blocks')
    return await reportBlocks(readFile<RangeText>(first), { ...kept, asked: readSpan(second, third) });
  if (what === 'tick') return await reportTick(readFile<ProofText>(first), kept);
  if (what === 'receipt') return await reportReceipt(readFile<ReceiptText>(first), { ...kept, asked: { id: second } });
  if (/^https?:/.test(what) && first === 'receipt') {
    const receipt = await fetchReceipt(what, second);
    const settings = await fetchSettings(what, receipt.body.settings.version);
    const asked = { id: second, market: await fetchMarket(what, receipt.body.fill.symbol) };
    return await reportReceipt({ ...receipt, settings }, { ...kept, asked });
  }
  if (/^https?:/.test(what)) {
    const asked = { market: await fetchMarket(what, first), seq: Number(second) };
    return await reportTick(await fetchProof(what, first, second), { ...kept, asked });
  }
  throw new Error(
    'name an address, a symbol and a number, or an address, "receipt" and an id, or "tick" and a file, or "receipt", a file and an id, or "blocks", a file, a first and a last number; see tools/verify/README.md',
  );
}

function readHead(text: string) {
  const [number = '', hash = ''] = text.split(':');
  return { number: Number(number), hash };
}

/**
 * Reads the requested span from the caller's arguments: by its own account, a truncated range ends where it was cut.
 */
function readSpan(first: string, last: string): Span {
  const from = Number(first);
  const to = Number(last);
  if (!(from >= 1 && from <= to)) throw new Error('name the first and the last number that you asked for');
  return { from, to };
}

/** Reads a saved response, with or without its envelope. */
function readFile<Text>(path: string): Text {
  const content = JSON.parse(readFileSync(path, 'utf8'));
  return content.data ?? content;
}

const fetchProof = (address: string, symbol: string, seq: string): Promise<ProofText> =>
  get<ProofText>(address, `/api/plus/prices/proof?${new URLSearchParams({ symbol, seq })}`);

const fetchReceipt = (address: string, id: string): Promise<ReceiptText> =>
  get<ReceiptText>(address, `/api/plus/verify?${new URLSearchParams({ id })}`);

/** Fetches a version of the ladder's settings from the public list, not from the answer under verification. */
async function fetchSettings(address: string, version: number): Promise<PublishedText | null> {
  const fields = new URLSearchParams({ key: 'spot.ladder' });
  const { list } = await get<{ list: PublishedText[] }>(address, `/api/plus/verify/settings?${fields}`);
  return list.find((it) => it.version === version) ?? null;
}

/** Fetches a market's number in blocks from the list of all markets, not from the answer under verification. */
async function fetchMarket(address: string, symbol: string): Promise<number> {
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
