import { ratio } from '../../trial/aims.ts';

/** Each connection makes its plans once. */
const WARM_UP = 8;

/** A page to read, and how many rows it must have; with `body` it is a POST. */
export type Case = { readonly name: string; readonly query: string; readonly rows: number; readonly body?: object };

type Measured = {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  readonly toBare: number;
  readonly isRight: boolean;
};

/** Runs each case and the bare request in turn, so that a slow phase of the machine affects both. */
export async function measureAll(
  url: string,
  cases: readonly Case[],
  { rounds, print }: { readonly rounds: number; readonly print: (line: string) => void },
): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const { name, query, rows, body } of cases) {
    const ours: number[] = [];
    const bare: number[] = [];
    let isRight = true;
    const ask = () => request(url + query, body);
    for (let round = 0; round < WARM_UP; round++) await Promise.all([ask(), ask()]);
    for (let round = 0; round < rounds; round++) {
      const { tookMs, answer } = await ask();
      const { data } = JSON.parse(answer) as { data?: { list: unknown[] } };
      if (data?.list.length !== rows) isRight = false;
      ours.push(tookMs);
      bare.push((await request(`${url}/bare`)).tookMs);
    }
    const p50 = quantile(ours, 0.5);
    const figures = { name, p50, p99: quantile(ours, 0.99), toBare: p50 / quantile(bare, 0.5), isRight };
    print(
      `${name}: p50 ${p50.toFixed(1)} ms, p99 ${figures.p99.toFixed(1)} ms, ${ratio(figures.toBare)} of bare (its p99 ${quantile(bare, 0.99).toFixed(1)} ms)${isRight ? '' : ', WRONG ROWS'}`,
    );
    measured.push(figures);
  }
  return measured;
}

async function request(url: string, body?: object): Promise<{ readonly tookMs: number; readonly answer: string }> {
  const startedMs = performance.now();
  const response = await fetch(url, {
    headers: { authorization: 'Bearer any', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  return { tookMs: performance.now() - startedMs, answer };
}

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
