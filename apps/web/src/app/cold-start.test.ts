import { describe, expect, it } from 'vitest';
import { seedBackHistory } from './cold-start.ts';

function visit(hash: string, state: unknown = null): string[] {
  const pages = [hash];
  const history = {
    state,
    replaceState: (_state: unknown, _title: string, address?: string | URL | null) =>
      void pages.splice(-1, 1, `${address}`),
    pushState: (_state: unknown, _title: string, address?: string | URL | null) => void pages.push(`${address}`),
  };
  seedBackHistory(history, hash);
  return pages;
}

describe('the first page', () => {
  it('given a link, when it is opened cold, then the quotation tab is the previous history entry', () => {
    expect(visit('#/pages/nft/nft?id=1')).toEqual(['#/pages/market/market', '#/pages/nft/nft?id=1']);
  });

  it('given no page in the address, then it is the home page, with the quotation tab as the previous entry', () => {
    expect(visit('')).toEqual(['#/pages/market/market', '#/pages/index/index']);
  });

  it('given a reload or the quotation tab itself, then no history entry is added', () => {
    expect(visit('#/pages/nft/nft', { idx: 3 })).toEqual(['#/pages/nft/nft']);
    expect(visit('#/pages/market/market')).toEqual(['#/pages/market/market']);
  });
});
