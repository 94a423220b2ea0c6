import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  type ContractAnswer,
  type ContractClassText,
  type ContractTermsText,
  type ConversionAnswer,
  isContract,
  isConversion,
  isSeconds,
  type KnownMarket,
  type LadderText,
  type ListedSettlement,
  type ProofText,
  type PublishedText,
  type RangeText,
  type ReceiptText,
  readKept,
  type SecondsAnswer,
  type SecondsDayText,
  type SecondsTermsText,
  type Span,
  type TermsText,
} from '@app/verifier';
import { type Report, reportBlocks, reportTick } from './report.ts';
import { reportContract } from './report-contract.ts';
import { reportConversion } from './report-conversion.ts';
import { type ListedReceipt, reportLadder } from './report-ladder.ts';
import { reportReceipt } from './report-receipt.ts';
import { reportSeconds } from './report-seconds.ts';
import { reportSecondsDays, type ShownDay } from './report-seconds-day.ts';

type Output = { readonly log: (line: string) => void; readonly error: (line: string) => void };
/** Clock of the reader; `pause` waits between two questions about a receipt that is not sealed yet. */
type Clock = { readonly now: () => number; readonly pause: (ms: number) => Promise<unknown> };

const CLOCK: Clock = { now: Date.now, pause: (ms) => setTimeout(ms) };
/** A receipt is sealed within a second or two: asked this often, it should be. */
const TRIES = 10;
const PAUSE_MS = 1_000;
const PAGE = 100;

/** Verifies evidence from a file or a URL; trusts nothing beyond what its checks prove. Returns the exit code. */
export async function main(args: readonly string[], output: Output, clock: Clock = CLOCK): Promise<0 | 1 | 2> {
  try {
    const { lines, holds } = await report(args, output, clock);
    for (const line of lines) output.log(line);
    return holds ? 0 : 1;
  } catch (error) {
    output.error(`verify: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

async function report(args: readonly string[], output: Output, clock: Clock): Promise<Report> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      head: { type: 'string', multiple: true, default: [] },
      key: { type: 'string', multiple: true, default: [] },
    },
  });
  const [what = '', first = '', second = '', third = '', fourth] = positionals;
  const kept = readKept({ heads: values.head.map(readHead), keys: values.key });
  const nowMs = clock.now();
  if (what === 'blocks')
    return await reportBlocks(readFile<RangeText>(first), { ...kept, asked: readSpan(second, third) });
  if (what === 'tick') return await reportTick(readFile<ProofText>(first), kept);
  if (what === 'receipt') {
    const answer = readFile<AnyReceipt>(first);
    const reader = { ...kept, nowMs, asked: { id: second } };
    if (isOfContract(answer)) return await reportContract(answer, reader);
    if (isOfSeconds(answer)) return await reportSeconds(answer, reader);
    return isConverted(answer) ? await reportConversion(answer, reader) : await reportReceipt(answer, reader);
  }
  if (/^https?:/.test(what) && first === 'ladder') return await reportLadder(await fetchLadder(what, second), second);
  if (/^https?:/.test(what) && first === 'seconds')
    return await reportSecondsDays(second, await fetchDays(what, { mode: second, symbol: third, day: fourth }));
  if (/^https?:/.test(what) && first === 'receipt') {
    const receipt = await fetchSealed(what, second, output, clock);
    if (isOfContract(receipt)) {
      const asked = { id: second, markets: await fetchMarkets(what) };
      return await reportContract(await withContractTerms(what, receipt), { ...kept, nowMs: clock.now(), asked });
    }
    if (isOfSeconds(receipt)) {
      const asked = { id: second, markets: await fetchMarkets(what) };
      return await reportSeconds(await withBetTerms(what, receipt), { ...kept, nowMs: clock.now(), asked });
    }
    if (isConverted(receipt)) {
      const asked = { id: second, markets: numbersOf(await fetchMarkets(what)) };
      return await reportConversion(await withTerms(what, receipt), { ...kept, nowMs: clock.now(), asked });
    }
    const asked = { id: second, market: await fetchMarket(what, receipt.body.fill.symbol) };
    return await reportReceipt(await withPublished(what, second, receipt), { ...kept, nowMs: clock.now(), asked });
  }
  if (/^https?:/.test(what)) {
    const asked = { market: await fetchMarket(what, first), seq: Number(second) };
    return await reportTick(await fetchProof(what, first, second), { ...kept, asked });
  }
  throw new Error(
    'name an address, a symbol and a number, or an address, "receipt" or "ladder" and an id, or an address, "seconds", a mode and a symbol, or "tick" and a file, or "receipt", a file and an id, or "blocks", a file, a first and a last number; see tools/verify/README.md',
  );
}

type AnyReceipt = ReceiptText | ConversionAnswer | ContractAnswer | SecondsAnswer;
const isOfContract = (answer: AnyReceipt): answer is ContractAnswer => isContract(answer);
const isOfSeconds = (answer: AnyReceipt): answer is SecondsAnswer => isSeconds(answer);
const isConverted = (answer: AnyReceipt): answer is ConversionAnswer => isConversion(answer);

/** Fetches a receipt; one of version 2 or 3 that no block has sealed yet is asked for again for some seconds. */
async function fetchSealed(address: string, id: string, output: Output, { pause }: Clock): Promise<AnyReceipt> {
  for (let tries = 1; ; tries++) {
    const receipt = await fetchReceipt(address, id);
    const isOld = 'fill' in receipt.body && receipt.body.version === 1;
    if (isOld || receipt.seal || tries === TRIES) return receipt;
    if (tries === 1) output.log('No block has sealed it yet; asking again …');
    await pause(PAUSE_MS);
  }
}

/** Replaces what the answer about a contract says of its terms and class by the public lists. */
async function withContractTerms(address: string, answer: ContractAnswer): Promise<ContractAnswer> {
  const { body } = answer;
  type Classes = { readonly classes: readonly ContractClassText[] };
  return {
    ...answer,
    settings:
      'terms' in body ? await fetchSetting<ContractTermsText>(address, 'contract.terms', body.terms.version) : null,
    classes: await fetchSetting<Classes>(address, 'contract.classes', body.class.version),
  };
}

/** Replaces what the answer about a bet says of its terms by the public lists. */
const withBetTerms = async (address: string, answer: SecondsAnswer): Promise<SecondsAnswer> => ({
  ...answer,
  settings: await fetchSetting<SecondsTermsText>(address, 'seconds.terms', answer.body.terms.version),
  freshness:
    'freshness' in answer.body
      ? await fetchSetting<number>(address, 'market.seconds_fresh_ms', answer.body.freshness.version)
      : null,
});

/** Replaces what the answer says of its terms by the public lists. */
async function withTerms(address: string, answer: ConversionAnswer): Promise<ConversionAnswer> {
  const { settings, freshness } = answer.body;
  return {
    ...answer,
    settings: await fetchSetting<TermsText>(address, 'convert.terms', settings.version),
    freshness: await fetchSetting<number>(address, 'market.spot_fresh_ms', freshness.version),
  };
}

/** Replaces what the answer under verification says of itself by the public lists. */
async function withPublished(address: string, id: string, receipt: ReceiptText): Promise<ReceiptText> {
  const { version, settings, freshness, chain } = receipt.body;
  return {
    ...receipt,
    settings:
      version === 3
        ? await fetchSetting<PublishedText['value']>(address, 'spot.ladder_classes', settings.version)
        : await fetchSetting<LadderText>(address, 'spot.ladder', settings.version),
    freshness: freshness ? await fetchSetting<number>(address, 'market.spot_fresh_ms', freshness.version) : null,
    ladder: (chain?.place ?? 0) > 1 ? await fetchLadder(address, id) : undefined,
  };
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

const fetchReceipt = (address: string, id: string): Promise<AnyReceipt> =>
  get<AnyReceipt>(address, `/api/plus/verify?${new URLSearchParams({ id })}`);

type Published<Value> = { readonly version: number; readonly value: Value };

/** Fetches a version of a setting from the public list, not from the answer under verification. */
async function fetchSetting<Value>(address: string, key: string, version: number): Promise<Published<Value> | null> {
  const path = `/api/plus/verify/settings?${new URLSearchParams({ key })}`;
  const { list } = await get<{ list: Published<Value>[] }>(address, path);
  return list.find((it) => it.version === version) ?? null;
}

/** Fetches all receipts on the same side of the same ladder, page by page. */
async function fetchLadder(address: string, id: string): Promise<ListedReceipt[]> {
  const receipts: ListedReceipt[] = [];
  for (let page = 1; ; page++) {
    const fields = new URLSearchParams({ id, page: String(page), limit: String(PAGE) });
    const { list, total } = await get<{ list: ListedReceipt[]; total: number }>(
      address,
      `/api/plus/verify/ladder?${fields}`,
    );
    receipts.push(...list);
    if (list.length === 0 || receipts.length >= total) return receipts;
  }
}

/** Most days of statistics that are published, and most receipts of one answer. */
const DAYS_MAX = 31;
const RECEIPTS_MAX = 500;

type AskedDays = { readonly mode: string; readonly symbol: string; readonly day: string | undefined };

/** Fetches the published days of a market, oldest first, or one of them, each with the receipts of its places. */
async function fetchDays(address: string, { mode, symbol, day }: AskedDays): Promise<ShownDay[]> {
  const market = await fetchMarket(address, symbol);
  const fields = new URLSearchParams({ mode, days: String(DAYS_MAX) });
  const { list } = await get<{ list: SecondsDayText[] }>(address, `/api/plus/seconds/stats?${fields}`);
  const own = list.filter((it) => it.match_id === market && (day === undefined || it.day === day));
  const days: ShownDay[] = [];
  for (const published of own.toSorted((a, b) => a.first_place - b.first_place))
    days.push({ published, receipts: await fetchPlaces(address, { mode, market }, published) });
  return days;
}

/** Fetches the receipts of a day by their places, page by page. */
async function fetchPlaces(
  address: string,
  { mode, market }: { readonly mode: string; readonly market: number },
  { first_place, last_place }: SecondsDayText,
): Promise<ListedSettlement[]> {
  const receipts: ListedSettlement[] = [];
  for (let after = first_place - 1; after < last_place; ) {
    const limit = Math.min(RECEIPTS_MAX, last_place - after);
    const names = { mode, match_id: String(market), after: String(after), limit: String(limit) };
    const path = `/api/plus/seconds/day?${new URLSearchParams(names)}`;
    const { list } = await get<{ list: ListedSettlement[] }>(address, path);
    receipts.push(...list);
    const last = list.at(-1)?.place ?? after;
    if (last <= after) return receipts;
    after = last;
  }
  return receipts;
}

/** Fetches a market's number in blocks from the list of all markets, not from the answer under verification. */
async function fetchMarket(address: string, symbol: string): Promise<number> {
  const market = (await fetchMarkets(address))[symbol]?.id;
  if (market === undefined) throw new Error(`there is no market ${symbol}`);
  return market;
}

async function fetchMarkets(address: string): Promise<Record<string, KnownMarket>> {
  type Listed = { id: string; symbol: string; category: string };
  const { list } = await get<{ list: Listed[] }>(address, '/api/plus/markets');
  return Object.fromEntries(list.map(({ id, symbol, category }) => [symbol, { id: Number(id), category }]));
}

const numbersOf = (markets: Readonly<Record<string, KnownMarket>>): Record<string, number> =>
  Object.fromEntries(Object.entries(markets).map(([symbol, { id }]) => [symbol, id]));

async function get<Data>(address: string, path: string): Promise<Data> {
  const answer = await fetch(new URL(path, address));
  const { data, message } = (await answer.json()) as { data?: Data; message: string };
  if (data === undefined) throw new Error(message);
  return data;
}
