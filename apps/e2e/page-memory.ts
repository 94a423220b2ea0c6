import type { Page } from 'playwright-core';

type Fiber = { child: Fiber | null; sibling: Fiber | null; memoizedProps: { client?: Client } | null };
type Query = { queryKey: unknown; state: { data: unknown } };
type Client = { getQueryCache?: () => { getAll: () => Query[] } };
declare const document: { getElementById: (id: string) => Record<string, unknown> | null };
declare const localStorage: Record<string, string>;
declare const sessionStorage: Record<string, string>;

/** Dumps everything a page holds as one text: its storage and its cached responses. */
export const dumpMemory = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const root = document.getElementById('root') ?? {};
    const name = Object.keys(root).find((key) => key.startsWith('__reactContainer$')) ?? '';
    const findClient = (fiber: Fiber | null): Client | undefined => {
      if (fiber === null) return undefined;
      const { client } = fiber.memoizedProps ?? {};
      return client?.getQueryCache ? client : (findClient(fiber.child) ?? findClient(fiber.sibling));
    };
    const client = findClient(root[name] as Fiber | null);
    if (client?.getQueryCache === undefined) throw new Error('the page keeps nothing where it was looked for');
    const fetched = client.getQueryCache().getAll();
    const kept = fetched.map(({ queryKey, state }) => [queryKey, state.data]);
    const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, kept], plain);
  });
